'use strict';
// Walks through states that the server knows by number. The path is kept here: entries of { view, step, from }, where `view` is what
// the server told of a state and `step` the step that led there.
(() => {
  const by = id => document.getElementById(id);
  const make = (tag, text, name) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (name) node.className = name;
    return node;
  };
  let model, path = [], at = 0, cycleFrom = null, busy = 0;
  const here = () => path[at];

  // An answer of the server; what is wrong is thrown as a text. Who asks quietly does not keep the page busy.
  const ask = async (what, query = {}, isQuiet = false) => {
    if (!isQuiet && busy++ === 0) document.body.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(`${what}?${new URLSearchParams(query)}`);
      if (!answer.ok) throw new Error(await answer.text());
      const value = await answer.json();
      if (value.error) throw new Error(value.error);
      return value;
    } catch (why) {
      throw why instanceof TypeError ? new Error('the program that served this page has ended') : why;
    } finally {
      if (!isQuiet && !--busy) document.body.removeAttribute('aria-busy');
    }
  };
  // Does something and shows what went wrong with it.
  const attempt = async work => {
    by('trouble').textContent = '';
    try { await work(); } catch (why) { by('trouble').textContent = why.message; }
  };

  // Starts a check or a search, shows how far it is with a button that stops it, and gives what came of it.
  const PAUSE = 200;
  const finish = async (name, what, query) => {
    const { job } = await ask(what, query), list = by('jobs');
    const item = make('li'), told = make('span', `${name} …`), stop = make('button', 'Stop');
    stop.type = 'button';
    stop.setAttribute('aria-label', `stop: ${name}`);
    // Not `disabled`, which would take the keyboard away from it.
    stop.addEventListener('click', () => {
      stop.setAttribute('aria-disabled', 'true');
      ask('stop', { job }, true).catch(() => {});
    });
    item.append(told, stop);
    try {
      for (let wait = 20; ; wait = Math.min(PAUSE, wait * 2)) {
        const answer = await ask('job', { job }, true);
        if (!answer.running) return answer;
        const doing = answer.stopping ? 'stopping' : answer.doing;
        told.textContent = `${name}: ${doing}, ${answer.states.toLocaleString('en')} states, ${answer.seconds.toFixed(1)} s`;
        // What ends at once is not worth a line.
        if (answer.seconds > 0.3 && !item.isConnected) {
          list.append(item);
          list.hidden = false;
        }
        await new Promise(done => setTimeout(done, wait));
      }
    } finally {
      const hadFocus = item.contains(document.activeElement);
      item.remove();
      list.hidden = !list.children.length;
      // The button that began it may be disabled until whoever waits for this goes on.
      if (hadFocus) setTimeout(() => by(what).focus());
    }
  };

  // Views of states that were asked for, so that going back is immediate.
  const views = new Map();
  const view = async id => {
    if (!views.has(id)) views.set(id, await ask('state', { id }));
    return views.get(id);
  };
  const emptyView = step => ({ id: null, values: step.values || [], standing: [], steps: [], wrong: step.fault });

  const take = async number => attempt(async () => {
    const step = here().view.steps[number];
    if (!step) return;
    const ahead = path[at + 1];
    if (ahead && ahead.number === number) return go(at + 1);
    const next = step.to === null ? emptyView(step) : await view(step.to);
    path = path.slice(0, at + 1).concat({ view: next, step, number });
    cycleFrom = null;
    go(at + 1);
  });

  const go = to => {
    at = Math.max(0, Math.min(path.length - 1, to));
    show();
  };
  const jump = to => attempt(async () => {
    to = Math.max(0, Math.min(path.length - 1, to));
    const entry = path[to];
    if (!entry.view) entry.view = entry.step.to === null ? emptyView(entry.step) : await view(entry.step.to);
    // The state before is needed for what has changed.
    if (to > 0 && !path[to - 1].view) path[to - 1].view = await view(path[to - 1].step.to);
    if (entry.number === undefined && to > 0) {
      const same = step => step.to === entry.step.to && step.text === entry.step.text;
      entry.number = path[to - 1].view.steps.findIndex(same);
    }
    go(to);
  });

  // Lays steps behind the path from here, whose states are asked for when they are shown.
  const lay = (steps, from) => {
    path = path.slice(0, from + 1).concat(steps.map(step => ({ step })));
  };

  const stepNodes = step => {
    const what = make('span', step.text, 'what');
    if (step.effect) what.append(make('span', step.effect, 'printed'));
    if (step.fault) what.append(make('span', ` ${step.fault}`, 'fault'));
    if (step.printed) what.append(make('span', step.printed.replace(/\n$/, ''), 'printed'));
    const line = step.moves.length ? make('span', `line ${step.moves[0][2]}`, 'line-no') : null;
    return line ? [what, line] : [what];
  };

  const showSteps = () => {
    const { view } = here(), list = by('steps');
    const had = list.contains(document.activeElement);
    list.replaceChildren(...view.steps.map((step, number) => {
      const item = make('li'), button = make('button');
      button.type = 'button';
      if (path[at + 1] && path[at + 1].number === number) button.classList.add('taken');
      button.append(make('span', number + 1, 'no'), ...stepNodes(step));
      button.addEventListener('click', () => take(number));
      item.append(button);
      return item;
    }));
    if (view.more_steps) list.append(make('li', `… and ${view.more_steps} more`, 'nothing'));
    if (!view.steps.length) list.append(make('li', view.wrong ? `Nothing: ${view.wrong}.` : 'Nothing more happens.', 'nothing'));
    if (had && list.querySelector('button')) list.querySelector('button').focus();
  };

  const showPath = () => {
    const list = by('path'), OVER = 200;
    const from = Math.max(0, at - OVER), to = Math.min(path.length, at + OVER);
    list.replaceChildren(...path.slice(from, to).map((entry, i) => {
      const n = from + i, item = make('li'), button = make('button');
      button.type = 'button';
      if (n === at) item.setAttribute('aria-current', 'step');
      if (n > at) item.className = 'ahead';
      if (cycleFrom !== null && n > cycleFrom) item.classList.add('cycle');
      button.append(make('span', n, 'no'));
      button.append(...(n ? [stepNodes(entry.step)[0]] : [make('span', 'the beginning', 'what')]));
      button.addEventListener('click', () => jump(n));
      item.append(button);
      return item;
    }));
    const current = list.querySelector('[aria-current]');
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - 60;
  };

  const owner = ([name, , isChannel]) => {
    if (isChannel) return 'channels';
    const process = name.match(/^([^\s[\].]+\(\d+\)):/);
    return process ? process[1] : 'variables';
  };
  // A channel may be called as a variable is.
  const key = ([name, , isChannel]) => (isChannel ? `${name} (channel)` : name);
  const showState = () => {
    const old = new Map((at ? path[at - 1].view.values : []).map(entry => [key(entry), entry[1]])), only = by('only').checked;
    const groups = new Map();
    let changes = 0;
    for (const entry of here().view.values) {
      const before = old.get(key(entry)), isChanged = at > 0 && before !== entry[1];
      changes += isChanged;
      if (only && !isChanged) continue;
      const group = owner(entry);
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push([entry[0], entry[1], isChanged, before]);
    }
    const places = new Map(here().view.standing.map(place => [place[0], place]));
    if (!only) for (const process of places.keys()) if (!groups.has(process)) groups.set(process, []);
    // Channels come last, also behind processes without variables.
    const channels = groups.get('channels');
    if (channels && groups.delete('channels')) groups.set('channels', channels);
    const body = make('tbody');
    for (const [group, rows] of groups) {
      const head = make('th', group);
      head.colSpan = 2;
      head.scope = 'rowgroup';
      const place = places.get(group);
      if (place) head.append(make('span', ` at line ${place[2]}`, 'only'));
      const row = make('tr');
      row.append(head);
      body.append(row);
      for (const [name, value, isChanged, before] of rows) {
        const row = make('tr', undefined, isChanged ? 'changed' : ''), cell = make('td');
        if (isChanged && before !== undefined) cell.append(make('del', before === '' ? 'empty' : before), ' ');
        cell.append(value === '' ? 'empty' : value);
        row.append(make('td', name.startsWith(`${group}:`) ? name.slice(group.length + 1) : name), cell);
        body.append(row);
      }
    }
    if (!groups.size) {
      const row = make('tr');
      row.append(make('td', only ? 'nothing has changed' : 'there are no values yet'));
      body.append(row);
    }
    if (here().view.more_values) {
      const row = make('tr');
      row.append(make('td', `… and ${here().view.more_values} more`));
      body.append(row);
    }
    by('state').replaceChildren(body);
    return changes;
  };

  const showListing = () => {
    const [name, text] = model.sources[by('file').selectedIndex] || model.sources[0] || ['', ''];
    const stands = new Map(), done = new Set();
    for (const [process, file, line] of here().view.standing) if (file === name) stands.set(line, [...(stands.get(line) || []), process]);
    if (at) for (const [, file, line] of here().step.moves) if (file === name) done.add(line);
    by('listing').replaceChildren(...text.replace(/\n$/, '').split('\n').map((own, i) => {
      const line = make('div', undefined, 'line');
      line.append(make('i', i + 1), make('span', own));
      if (stands.has(i + 1)) {
        line.classList.add('stands');
        line.append(make('span', stands.get(i + 1).join(' '), 'here'));
      }
      if (done.has(i + 1)) line.classList.add('done', 'next');
      return line;
    }));
    const shown = by('listing').querySelector('.next') || by('listing').querySelector('.stands');
    if (shown) by('listing').scrollTop = shown.offsetTop - by('listing').clientHeight / 2;
  };

  let drawn = 0;
  const showGraph = async () => {
    const turn = ++drawn, id = here().view.id, box = by('graph');
    if (id === null) {
      box.replaceChildren();
      return;
    }
    const before = at && path[at - 1].view && path[at - 1].view.id !== null ? { before: path[at - 1].view.id } : {};
    try {
      const graph = await ask('graph', { id, depth: by('depth').value, ...before });
      if (turn === drawn) window.drawGraph(box, by('legend'), graph, enter);
    } catch (why) { if (turn === drawn) box.textContent = why.message; }
  };
  // Goes to a state of the graph: back, by a step from here, or by a path that is looked for.
  const enter = (id, trail) => attempt(async () => {
    if (id === here().view.id) return;
    if (at && path[at - 1].view.id === id) return go(at - 1);
    for (const next of trail) {
      const number = here().view.steps.findIndex(step => step.to === next);
      if (number < 0) return;
      await take(number);
    }
  });

  const show = () => {
    const entry = here(), changes = showState();
    by('first').disabled = by('back').disabled = at === 0;
    by('next').disabled = by('last').disabled = at === path.length - 1;
    by('count').textContent = `${at} of ${path.length - 1}`;
    const now = by('now');
    now.textContent = at ? `Step ${at}. ${entry.step.text}. ${changes} ${changes === 1 ? 'value' : 'values'} changed. ` : 'The beginning. ';
    const wrong = (at && entry.step.fault) || entry.view.wrong;
    if (wrong) now.append(make('span', `Wrong here: ${wrong}.`, 'wrong'));
    by('images').replaceChildren();
    showSteps();
    showPath();
    showListing();
    showGraph();
  };

  const tell = (question, text, name) => {
    const item = make('li');
    item.append(make('code', question), make('span', text, name), make('span', `in state ${at} of the path`, 'at'));
    by('answers').prepend(item);
    while (by('answers').children.length > 12) by('answers').lastChild.remove();
    return item;
  };
  const question = async work => {
    const text = by('text').value.trim(), id = here().view.id;
    if (!text) return by('text').focus();
    if (id === null) return tell(text, 'there are no values here', 'bad');
    try { await work(text, id); } catch (why) { tell(text, why.message, 'bad'); }
  };
  by('ask').addEventListener('submit', event => {
    event.preventDefault();
    question(async (text, id) => {
      const { value, truth } = await ask('eval', { id, text });
      const isTruth = /^(true|false)$/i.test(value);
      tell(text, value, isTruth ? String(truth) : '');
    });
  });
  // The way to a state that was found, behind the path that led to where it was looked for.
  const lead = (trunk, steps) => attempt(async () => {
    path = trunk;
    lay(steps, trunk.length - 1);
    cycleFrom = null;
    await jump(path.length - 1);
  });
  by('find').addEventListener('click', () => question(async (text, id) => {
    const item = tell(text, `looking among the ${model.most.toLocaleString('en')} nearest states …`);
    const trunk = path.slice(0, at + 1), answer = item.children[1];
    try {
      const found = await finish(`looking for ${text}`, 'find', { id, text });
      if (found.nothing) return answer.textContent = found.nothing;
      answer.className = 'true';
      answer.textContent = `holds after ${found.steps.length} ${found.steps.length === 1 ? 'step' : 'steps'}`;
      // Who has gone elsewhere meanwhile is not carried away.
      if (here() === trunk[trunk.length - 1]) {
        answer.textContent += ', at the end of the path';
        return await lead(trunk, found.steps);
      }
      const there = make('button', 'Go there');
      there.type = 'button';
      there.addEventListener('click', () => lead(trunk, found.steps));
      item.append(there);
    } catch (why) {
      answer.className = 'bad';
      answer.textContent = why.message;
    }
  }));
  by('check').addEventListener('click', () => attempt(async () => {
    by('check').disabled = true;
    by('now').textContent = 'Checking …';
    const stood = here();
    try {
      const { verdict, message, steps, cycle_from } = await finish('check', 'check');
      const told = `The check says: ${verdict}${message ? `: ${message}` : ''}.`;
      if (!steps.length) {
        show();
        by('now').textContent = `${told} There is no counterexample.`;
        return;
      }
      if (here() !== stood) {
        show();
        by('now').textContent = `${told} Check again to follow the counterexample.`;
        return;
      }
      const silent = steps[0].moves.length === 0 && path[0].view.id !== null;
      cycleFrom = cycle_from === null ? null : cycle_from - silent;
      lay(silent ? steps.slice(1) : steps, 0);
      await jump(0);
      by('now').textContent = `${told} The path is the counterexample, of ${path.length - 1} steps: → steps along it.`;
    } finally {
      if (by('now').textContent === 'Checking …') show();
      by('check').disabled = false;
    }
  }));
  by('orbit').addEventListener('click', async () => {
    const box = by('images'), id = here().view.id;
    if (id === null) return box.replaceChildren(make('p', 'There is no state yet.'));
    try {
      const orbit = await ask('orbit', { id });
      const count = orbit.images.length + 1;
      box.replaceChildren(make('p', `Group ${orbit.group}. ${count}${orbit.complete ? '' : ' or more'} ${count === 1 ? 'state' : 'states'} in the orbit of this one; ` +
        (orbit.representative === orbit.id ? 'it is its own representative.' : `its representative is state ${orbit.representative}.`)));
      const list = make('ol');
      for (const [number, differs] of orbit.images) {
        const item = make('li', undefined, number === orbit.representative ? 'representative' : '');
        item.append(make('code', differs || 'it differs in where processes stand'));
        if (number === orbit.representative) item.append(make('strong', ' the representative'));
        list.append(item);
      }
      box.append(list);
    } catch (why) { box.replaceChildren(make('p', why.message)); }
  });

  by('first').addEventListener('click', () => jump(0));
  by('back').addEventListener('click', () => jump(at - 1));
  by('next').addEventListener('click', () => jump(at + 1));
  by('last').addEventListener('click', () => jump(path.length - 1));
  by('only').addEventListener('change', showState);
  by('depth').addEventListener('change', showGraph);
  by('file').addEventListener('change', showListing);
  document.addEventListener('keydown', event => {
    if (!path.length || event.target.matches('input[type=text], select') || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') jump(at - 1);
    else if (event.key === 'ArrowRight') jump(at + 1);
    else if (event.key >= '1' && event.key <= '9') take(Number(event.key) - 1);
    else if (event.key === 'e') by('text').focus();
    else return;
    event.preventDefault();
  });

  attempt(async () => {
    model = await ask('model');
    document.title = `${model.name}: states`;
    by('title').textContent = 'States of a model';
    by('model').textContent = `${model.name} (${model.language})`;
    by('text').placeholder = model.example;
    by('file').replaceChildren(...model.sources.map(([name]) => make('option', name)));
    by('files').hidden = model.sources.length < 2;
    path = [{ view: await ask('start') }];
    show();
  });
})();
