//! Which message is answered by what.

use serde_json::{Value, json};

use crate::core::{Core, Phase};
use crate::document::Document;
use crate::features::{commands, definition, hover, lenses, references, rename, symbols};
use crate::message::Refusal;
use crate::position::{Encoding, Position};
use crate::publish::Source;
use crate::uri;

/// An answer, or nothing where a job will give it.
type Answered = Option<Result<Value, Refusal>>;

impl Core {
    /// Answers a request.
    pub(crate) fn request(&mut self, id: &Value, method: &str, params: &Value) -> Answered {
        match (self.phase, method) {
            (Phase::Fresh, "initialize") => return Some(Ok(self.initialise(params))),
            (Phase::Fresh, _) => return Some(Err(Refusal::not_initialised())),
            (Phase::Ready, "initialize") => {
                return Some(Err(Refusal {
                    why: "the server is initialised already".into(),
                    ..Refusal::invalid_request()
                }));
            }
            (Phase::ShutDown, _) => {
                return Some(Err(Refusal {
                    why: "the server was shut down".into(),
                    ..Refusal::invalid_request()
                }));
            }
            (Phase::Ready, "shutdown") => {
                self.phase = Phase::ShutDown;
                return Some(Ok(Value::Null));
            }
            (Phase::Ready, "workspace/executeCommand") => return commands::execute(self, id, params),
            (Phase::Ready, _) => {}
        }
        Some(match method {
            "textDocument/definition" | "textDocument/declaration" => definition::answer(self, params),
            "textDocument/hover" => hover::answer(self, params),
            "textDocument/references" => references::answer(self, params),
            "textDocument/documentHighlight" => references::highlight(self, params),
            "textDocument/documentSymbol" => symbols::answer(self, params),
            "textDocument/prepareRename" => rename::prepare(self, params),
            "textDocument/rename" => rename::answer(self, params),
            "textDocument/codeLens" => lenses::answer(self, params),
            _ => Err(Refusal::unknown_method(method)),
        })
    }

    /// Takes a notification; one that is unknown is passed over.
    pub(crate) fn notice(&mut self, method: &str, params: &Value) {
        match (self.phase, method) {
            (_, "exit") => self.end(),
            (Phase::Ready, "$/cancelRequest") => {
                if let Some(id) = params.get("id") {
                    self.cancel(id);
                }
            }
            (Phase::Ready, "textDocument/didOpen") => self.opened(&params["textDocument"]),
            (Phase::Ready, "textDocument/didChange") => self.edited(params),
            (Phase::Ready, "textDocument/didClose") => self.closed(params),
            (Phase::Ready, "workspace/didChangeWatchedFiles") => self.files_changed(),
            _ => {}
        }
    }

    fn initialise(&mut self, params: &Value) -> Value {
        self.phase = Phase::Ready;
        let can = &params["capabilities"];
        let offered = can["general"]["positionEncodings"].as_array();
        let has_utf8 = offered.is_some_and(|all| all.iter().any(|own| own == "utf-8"));
        let formats = can["textDocument"]["hover"]["contentFormat"].as_array();
        self.client.encoding = if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.client.markdown = formats.is_some_and(|all| all.iter().any(|own| own == "markdown"));
        let nested = &can["textDocument"]["documentSymbol"]["hierarchicalDocumentSymbolSupport"];
        self.client.nested_symbols = nested == &Value::Bool(true);
        json!({
            "capabilities": {
                "positionEncoding": self.client.encoding.name(),
                "textDocumentSync": { "openClose": true, "change": 2 },
                "definitionProvider": true,
                "declarationProvider": true,
                "hoverProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "renameProvider": { "prepareProvider": true },
                "codeLensProvider": { "resolveProvider": false },
                "executeCommandProvider": { "commands": commands::NAMES },
            },
            "serverInfo": { "name": "quotient", "version": self.config.version },
        })
    }

    fn opened(&mut self, item: &Value) {
        let (Some(uri), Some(text)) = (item["uri"].as_str(), item["text"].as_str()) else { return };
        let language = item["languageId"].as_str().unwrap_or("");
        let (path, revision) = (uri::path(uri, language), self.next_revision());
        let document = Document { path, text: text.into(), version: item["version"].as_i64(), revision };
        self.documents.insert(uri.to_owned(), document);
        self.forget(uri);
        self.renew(uri);
    }

    fn edited(&mut self, params: &Value) {
        let item = &params["textDocument"];
        let (Some(uri), Some(changes)) = (item["uri"].as_str(), params["contentChanges"].as_array()) else {
            return;
        };
        let encoding = self.client.encoding;
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.change(changes, encoding);
        document.version = item["version"].as_i64().or(document.version);
        self.renew(uri);
    }

    fn closed(&mut self, params: &Value) {
        let Some(uri) = params["textDocument"]["uri"].as_str() else { return };
        let Some(document) = self.documents.get(uri) else { return };
        let path = document.path.clone();
        self.unsaved.remove(&path);
        self.changed(uri);
        self.documents.remove(uri);
        self.forget(uri);
        self.retract(uri, &[Source::Text, Source::Symmetry, Source::Check]);
    }

    /// Something on the disk is another now.
    fn files_changed(&mut self) {
        let all: Vec<String> = self.documents.keys().cloned().collect();
        for uri in all {
            if let Some(document) = self.documents.get_mut(&uri) {
                document.revision += 1;
            }
            self.renew(&uri);
        }
    }

    /// A document has a new text.
    fn renew(&mut self, uri: &str) {
        if let Some(document) = self.documents.get(uri) {
            let (path, text) = (document.path.clone(), document.text.clone());
            self.unsaved.insert(&path, text);
        }
        for other in self.changed(uri) {
            self.retract(&other, &[Source::Symmetry, Source::Check]);
        }
    }

    /// The document that a request is about.
    pub(crate) fn document_of<'p>(&self, params: &'p Value) -> Result<&'p str, Refusal> {
        let uri = params["textDocument"]["uri"].as_str();
        let uri = uri.ok_or_else(|| Refusal::parameters("the parameters name no document"))?;
        match self.documents.contains_key(uri) {
            true => Ok(uri),
            false => Err(Refusal::parameters("this document is not open")),
        }
    }

    /// The document and the position that a request is about.
    pub(crate) fn place_of<'p>(&self, params: &'p Value) -> Result<(&'p str, Position), Refusal> {
        let position = Position::read(&params["position"]);
        let position = position.ok_or_else(|| Refusal::parameters("the parameters have no position"))?;
        Ok((self.document_of(params)?, position))
    }
}
