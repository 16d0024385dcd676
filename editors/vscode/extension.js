// Starts `quotient lsp` and shows what its commands answer: the report of a check in a channel, a page in the browser.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const CHECK = "quotient.check";
const STEP = "quotient.step";

let client;
let reports;

function createClient() {
  const configuration = vscode.workspace.getConfiguration("quotient");
  const server = {
    command: configuration.get("path", "quotient"),
    args: ["lsp", ...configuration.get("arguments", [])],
    transport: TransportKind.stdio,
  };
  const options = {
    documentSelector: [{ language: "promela" }, { language: "classicalb" }],
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{pml,prom,promela,spin,h,mch,ref,imp,sys,def}"),
    },
    middleware: { executeCommand: execute },
  };
  return new LanguageClient("quotient", "Quotient", server, options);
}

// Commands of the server come here from lenses and from the commands below.
async function execute(command, parameters, next) {
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: command === CHECK ? "Checking …" : "Opening …" },
    () => next(command, parameters),
  );
  if (command === CHECK && answer) {
    reports.clear();
    reports.append(answer.text);
    if (answer.verdict !== "holds") {
      reports.show(true);
    }
  }
  if (command === STEP && answer) {
    await vscode.env.openExternal(vscode.Uri.parse(answer.address));
  }
  return answer;
}

function onDocument(command) {
  return async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
      const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
      await vscode.commands.executeCommand(command, uri);
    }
  };
}

async function start() {
  client = createClient();
  try {
    await client.start();
  } catch (error) {
    const hint = "Install it, or set `quotient.path` to where it is.";
    vscode.window.showErrorMessage(`Quotient cannot be started: ${error.message} ${hint}`);
  }
}

async function activate(context) {
  reports = vscode.window.createOutputChannel("Quotient Report");
  context.subscriptions.push(
    reports,
    vscode.commands.registerCommand("quotient.checkFile", onDocument(CHECK)),
    vscode.commands.registerCommand("quotient.stepFile", onDocument(STEP)),
    vscode.commands.registerCommand("quotient.restart", async () => {
      await deactivate();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  if (client && client.isRunning()) {
    await client.stop();
  }
}

module.exports = { activate, deactivate };
