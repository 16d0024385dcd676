'use strict';
// Shows one counterexample at a time: a list of steps, the state at the current one, the source lines, the messages.
// Only the rows that can be seen exist; states are looked up in the history of each variable.
(() => {
  const traces = JSON.parse(document.getElementById('traces').textContent);
  const by = id => document.getElementById(id);
  if (!traces.length || !by('trace')) return;
  const ROW = 28, LANE = 132, OVER = 6;
  let trace, at = 0, history, own, arrows, order, channels;

  const make = (tag, text, name) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (name) node.className = name;
    return node;
  };
  const svg = (tag, attributes, text) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const who = step => trace.processes[step[0]];
  // An operation of a machine is told with its name already.
  const lead = step => (trace.texts[step[3]].startsWith(who(step)) ? '' : who(step));
  const isCycle = n => trace.cycle !== null && n > trace.cycle && trace.cycle < trace.steps.length;

  // When each variable took which value: [step, value, step, value, ...].
  const remember = () => {
    history = trace.variables.map(() => []);
    for (let i = 0; i < trace.initial.length; i += 2) history[trace.initial[i]].push(0, trace.initial[i + 1]);
    own = trace.processes.map(() => []);
    trace.steps.forEach((step, n) => {
      own[step[0]].push(n);
      for (let i = 0; i < step[4].length; i += 2) {
        const past = history[step[4][i]];
        if (past.length && past[past.length - 2] === n + 1) past[past.length - 1] = step[4][i + 1];
        else past.push(n + 1, step[4][i + 1]);
      }
    });
  };
  // The last entry of a list of pairs whose step is not after n.
  const find = (past, n) => {
    let low = 0, high = past.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (past[2 * middle] <= n) low = middle + 1; else high = middle;
    }
    return 2 * (low - 1);
  };
  // The first own step of a process from step n on.
  const upcoming = (steps, n) => {
    let low = 0, high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] < n) low = middle + 1; else high = middle;
    }
    return steps[low];
  };

  // A receive belongs to the oldest message of its channel with the same fields.
  const match = () => {
    const sent = new Map();
    arrows = [];
    trace.steps.forEach((step, n) => {
      const message = step[5];
      if (!message) return;
      const [out, channel, fields] = message;
      const waiting = sent.get(channel) || [];
      sent.set(channel, waiting);
      if (out) {
        const arrow = { from: n, to: null, channel, fields };
        waiting.push(arrow);
        arrows.push(arrow);
      } else {
        const same = waiting.findIndex(arrow => arrow.fields === fields);
        if (same >= 0) waiting.splice(same, 1)[0].to = n;
        else arrows.push({ from: null, to: n, channel, fields });
      }
    });
  };

  const label = n => {
    if (n === 0) return 'initial state';
    const step = trace.steps[n - 1];
    const place = step[2] ? ` line ${step[2]}` : '';
    return `${lead(step)}${place}: ${trace.texts[step[3]]}`.trim();
  };
  const changesOf = n => {
    if (n === 0) return [];
    const list = trace.steps[n - 1][4], out = [];
    for (let i = 0; i < list.length; i += 2) out.push([list[i], list[i + 1]]);
    return out;
  };
  // What a step prints, without the end of its lines.
  const printed = n => (n > 0 && trace.steps[n - 1][6] ? trace.steps[n - 1][6].trim() : '');
  // The words of an empty channel.
  const held = value => trace.values[value - 1] || 'empty';
  const told = ([variable, value]) =>
    `${trace.variables[variable]} ${value ? '= ' + held(value) : 'is gone'}`;

  const stepRow = n => {
    const row = make('div', undefined, 'row' + (isCycle(n) ? ' cycle' : ''));
    row.id = `step${n}`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', n === at);
    row.setAttribute('aria-setsize', trace.steps.length + 1);
    row.setAttribute('aria-posinset', n + 1);
    row.style.top = `${n * ROW}px`;
    row.append(make('span', n + trace.skipped, 'no'));
    if (n > 0 && n - 1 === trace.cycle) row.append(make('span', '↻ cycle', 'loop'));
    if (n === 0) row.append(trace.skipped ? 'the steps before are left out' : 'initial state');
    else {
      const step = trace.steps[n - 1];
      if (lead(step)) row.append(make('span', lead(step), 'who'));
      row.append(trace.texts[step[3]]);
      const own = `${who(step)}:`, bare = text => (text.startsWith(own) ? text.slice(own.length) : text);
      const changes = changesOf(n).slice(0, 6).map(told).map(bare).join(', ');
      if (changes) row.append(make('span', changes, 'set'));
      if (printed(n)) row.append(make('span', printed(n), 'out'));
    }
    row.title = label(n);
    row.addEventListener('click', () => go(n));
    return row;
  };

  // The rows of a box that can be seen, and some around them.
  const seen = box => {
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - OVER);
    return [first, Math.min(trace.steps.length, first + Math.ceil(box.clientHeight / ROW) + 2 * OVER)];
  };
  const drawRows = () => {
    const box = by('steps');
    const [first, last] = seen(box);
    const inner = make('div');
    inner.setAttribute('role', 'presentation');
    inner.style.height = `${(trace.steps.length + 1) * ROW}px`;
    for (let n = first; n <= last; n++) inner.append(stepRow(n));
    box.replaceChildren(inner);
    box.setAttribute('aria-activedescendant', `step${at}`);
  };

  const group = variable => {
    if (channels.has(variable)) return 'channels';
    const local = trace.variables[variable].match(/^(.+\(\d+\)):/);
    return local ? local[1] : 'variables';
  };
  const MOST = 600;
  const drawState = () => {
    const only = by('only').checked, table = by('state'), body = document.createDocumentFragment();
    let last = '', shown = 0, left = 0;
    for (const variable of order) {
      const past = history[variable], entry = find(past, at);
      if (entry < 0) continue;
      const value = past[entry + 1], changed = at > 0 && past[entry] === at;
      if ((!value && !changed) || (only && !changed)) continue;
      if (shown >= MOST) { left++; continue; }
      shown++;
      const name = trace.variables[variable], heading = group(variable);
      if (heading !== last) {
        const cell = make('th', heading);
        cell.colSpan = 2;
        cell.scope = 'colgroup';
        const row = make('tr');
        row.append(cell);
        body.append(row);
        last = heading;
      }
      const row = make('tr', undefined, changed ? 'changed' : ''), cell = make('td');
      if (changed && entry >= 2 && past[entry - 1]) cell.append(make('del', held(past[entry - 1])));
      const now = value ? held(value) : 'gone';
      cell.append(changed ? make('strong', now) : now);
      row.append(make('td', heading === 'variables' || heading === 'channels' ? name : name.slice(heading.length + 1)), cell);
      body.append(row);
    }
    if (!shown) {
      const row = make('tr');
      row.append(make('td', only ? 'nothing has changed' : 'nothing is known'));
      body.append(row);
    }
    if (left) {
      const row = make('tr');
      row.append(make('td', `… and ${left} more`));
      body.append(row);
    }
    table.replaceChildren(body);
  };

  const lines = new Map();
  document.querySelectorAll('.listing').forEach((listing, number) => lines.set(listing.dataset.file, { listing, number }));
  let marked = [];
  const mark = (file, line, name, badge) => {
    const place = lines.get(file), node = place && by(`f${place.number}l${line}`);
    if (!node) return null;
    node.classList.add(name);
    if (badge) node.append(make('span', `◀ ${badge}`, 'here'));
    marked.push(node);
    return { node, listing: place.listing };
  };
  const drawSource = () => {
    for (const node of marked) {
      node.classList.remove('stands', 'next', 'done');
      node.querySelectorAll('.here').forEach(badge => badge.remove());
    }
    marked = [];
    const standing = new Map();
    trace.processes.forEach((process, number) => {
      const step = trace.steps[upcoming(own[number], at)];
      const wait = trace.waiting.find(entry => entry[0] === process);
      const file = step ? trace.files[step[1]] : trace.files[0], line = step ? step[2] : wait && wait[1];
      if (!line || (!step && !wait)) return;
      const key = JSON.stringify([file, line]);
      standing.set(key, (standing.get(key) || []).concat(process));
    });
    for (const [key, processes] of standing) {
      const [file, line] = JSON.parse(key);
      mark(file, line, 'stands', processes.length > 6 ? `${processes.length} processes` : processes.join(', '));
    }
    const told = [...standing].map(([key, processes]) => `${processes.join(', ')} at line ${JSON.parse(key)[1]}`);
    by('standing').hidden = !told.length;
    by('standing').textContent = told.length > 12 ? '' : `Next: ${told.join('; ')}`;
    const done = at > 0 ? trace.steps[at - 1] : null, next = trace.steps[at];
    if (done) mark(trace.files[done[1]], done[2], 'done');
    const shown = next ? mark(trace.files[next[1]], next[2], 'next') : done && mark(trace.files[done[1]], done[2], 'next');
    if (shown) {
      const { node, listing } = shown, top = node.offsetTop;
      if (top < listing.scrollTop + 30 || top > listing.scrollTop + listing.clientHeight - 60) {
        listing.scrollTop = top - listing.clientHeight / 2;
      }
    }
  };

  const laneX = process => process * LANE + LANE / 2;
  const drawChart = () => {
    const box = by('chart');
    if (by('sequence').hidden) return;
    const HEAD = 30, width = trace.processes.length * LANE, height = (trace.steps.length + 1) * ROW;
    const [first, last] = seen(box);
    const y = n => (n - first) * ROW + ROW / 2;
    const drawing = svg('svg', { width, height: (last - first + 1) * ROW, 'aria-hidden': 'true' });
    drawing.style.top = `${first * ROW + HEAD}px`;
    drawing.append(svg('rect', { class: 'band', x: 0, y: y(at) - ROW / 2, width, height: ROW }));
    trace.processes.forEach((_, process) =>
      drawing.append(svg('line', { class: 'life', x1: laneX(process), x2: laneX(process), y1: 0, y2: height })));
    for (let n = Math.max(first, 1); n <= last; n++) {
      if (isCycle(n)) drawing.append(svg('rect', { class: 'loopband', x: 0, y: y(n) - ROW / 2, width: 4, height: ROW }));
      drawing.append(svg('circle', { class: 'dot', cx: laneX(trace.steps[n - 1][0]), cy: y(n), r: 3 }));
    }
    const texts = [];
    for (const arrow of arrows) {
      const from = arrow.from === null ? arrow.to : arrow.from, to = arrow.to === null ? arrow.from : arrow.to;
      if (to + 1 < first || from + 1 > last) continue;
      const x1 = laneX(trace.steps[from][0]), x2 = laneX(trace.steps[to][0]), open = arrow.from === null || arrow.to === null;
      const end = open ? x1 + LANE / 3 : x2, bend = !open && x1 === x2 ? LANE / 2.5 : 0;
      const path = bend ? `M${x1},${y(from + 1)} C${x1 + bend},${y(from + 1)} ${x1 + bend},${y(to + 1)} ${end},${y(to + 1)}`
        : `M${x1},${y(from + 1)} L${end},${y(to + 1)}`;
      drawing.append(svg('path', { class: open ? 'arrow lost' : 'arrow', d: path }));
      const towards = bend ? -1 : Math.sign(end - x1) || 1, ty = y(to + 1);
      if (arrow.to !== null) drawing.append(svg('path', { class: 'tip', d: `M${end},${ty} l${-8 * towards},-4 v8 z` }));
      const text = `${arrow.channel}(${arrow.fields})`;
      texts.push(svg('text', { class: 'label', x: Math.min(x1, end) + 10, y: y(from + 1) - 3 }, text.length > 22 ? text.slice(0, 21) + '…' : text));
    }
    drawing.append(...texts);
    drawing.addEventListener('click', event => go(first + Math.floor((event.clientY - drawing.getBoundingClientRect().top) / ROW)));
    const head = make('div', undefined, 'head');
    head.style.width = `${width}px`;
    trace.processes.forEach((name, process) => {
      const lane = make('span', name);
      lane.style.left = `${process * LANE}px`;
      lane.title = name;
      head.append(lane);
    });
    const inner = make('div');
    inner.style.cssText = `position:absolute;top:0;width:1px;height:${height + HEAD}px`;
    box.replaceChildren(head, inner, drawing);
  };

  const reveal = (box, head) => {
    const top = at * ROW;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW + head > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW + head - box.clientHeight;
  };
  const go = n => {
    at = Math.max(0, Math.min(trace.steps.length, n));
    const end = trace.steps.length;
    reveal(by('steps'), 0);
    reveal(by('chart'), 30);
    drawRows();
    drawState();
    drawSource();
    drawChart();
    by('slide').value = at;
    by('slide').setAttribute('aria-valuetext', label(at));
    by('count').textContent = `${at + trace.skipped} of ${end + trace.skipped}`;
    by('back').disabled = by('first').disabled = at === 0;
    const loops = trace.cycle !== null && trace.cycle < end;
    by('next').disabled = at === end && !loops;
    by('last').disabled = at === end;
    let text = `Step ${at + trace.skipped}. ${label(at)}.`;
    const changes = changesOf(at).slice(0, 8).map(told).join(', ');
    if (changes) text += ` ${changes}.`;
    if (printed(at)) text += ` Printed: ${printed(at)}`;
    if (at === trace.cycle && at < end) text += ' The cycle begins here.';
    if (at === end) {
      if (loops) text += ` The run goes on at step ${trace.cycle + trace.skipped + 1}, for ever${trace.but ? ', ' + trace.but : ''}.`;
      else if (trace.cycle !== null) text += ' Nothing happens any more.';
      else if (trace.reason) text += ` ${trace.reason}`;
    }
    by('now').textContent = text;
  };
  // Behind the last step a run that goes on for ever is where its cycle begins.
  const forward = () => go(at === trace.steps.length && trace.cycle !== null && trace.cycle < at ? trace.cycle + 1 : at + 1);

  const show = number => {
    trace = traces[number];
    channels = new Set(trace.channels);
    remember();
    match();
    // Global variables, then processes, then channels, each in the order of the report.
    const rank = variable => {
      const name = group(variable);
      return name === 'variables' ? -1 : name === 'channels' ? Infinity : Number(name.match(/\((\d+)\)$/)[1]);
    };
    order = trace.variables.map((_, variable) => variable).sort((a, b) => {
      const x = rank(a), y = rank(b);
      return x === y ? a - b : x < y ? -1 : 1;
    });
    by('slide').max = trace.steps.length;
    by('sequence').hidden = !arrows.length;
    by('steps').style.height = `${Math.min(380, (trace.steps.length + 1) * ROW + 2)}px`;
    by('chart').style.height = `${Math.min(380, (trace.steps.length + 1) * ROW + 48)}px`;
    go(0);
  };

  const PAGE = 10;
  const listKeys = { ArrowDown: () => forward(), ArrowUp: () => go(at - 1), PageDown: () => go(at + PAGE), PageUp: () => go(at - PAGE), Home: () => go(0), End: () => go(trace.steps.length) };
  const pageKeys = { ArrowRight: () => forward(), ArrowLeft: () => go(at - 1) };
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'checkbox') return;
    const inList = by('steps').contains(event.target);
    const act = (inList && listKeys[event.key]) || pageKeys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  by('first').addEventListener('click', () => go(0));
  by('back').addEventListener('click', () => go(at - 1));
  by('next').addEventListener('click', () => forward());
  by('last').addEventListener('click', () => go(trace.steps.length));
  by('slide').addEventListener('input', () => go(Number(by('slide').value)));
  by('only').addEventListener('change', drawState);
  by('steps').addEventListener('scroll', drawRows);
  by('chart').addEventListener('scroll', drawChart);
  addEventListener('resize', () => { drawRows(); drawChart(); });
  if (traces.length > 1) {
    by('which').hidden = false;
    traces.forEach((one, number) => by('of').append(new Option(one.name, number)));
    by('of').addEventListener('change', () => show(Number(by('of').value)));
  }
  show(0);
})();
