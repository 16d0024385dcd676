'use strict';
// Draws states in layers, from left to right: the one before, the one where the page stands, and those that follow.
window.drawGraph = (() => {
  const svg = (tag, attributes, text) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const COLUMN = 230, ROW = 54, RADIUS = 15, EDGE = 34;

  // Orders each layer by where the predecessors stand.
  const place = (nodes, edges) => {
    const layers = new Map();
    for (const node of nodes) layers.set(node.layer, [...(layers.get(node.layer) || []), node]);
    const tallest = Math.max(...[...layers.values()].map(layer => layer.length));
    for (const key of [...layers.keys()].sort((a, b) => a - b)) {
      const layer = layers.get(key);
      const wish = node => {
        const from = edges.filter(edge => edge.to === node && edge.from.y !== undefined && edge.from.layer < node.layer);
        return from.length ? from.reduce((sum, edge) => sum + edge.from.y, 0) / from.length : 0;
      };
      const wishes = new Map(layer.map(node => [node, wish(node)]));
      layer.sort((a, b) => wishes.get(a) - wishes.get(b));
      layer.forEach((node, i) => {
        node.x = EDGE + (key - Math.min(...layers.keys())) * COLUMN;
        node.y = EDGE + (i + (tallest - layer.length) / 2) * ROW;
      });
    }
    return { width: EDGE * 2 + (layers.size - 1) * COLUMN + 40, height: EDGE * 2 + (tallest - 1) * ROW };
  };

  // The way from the centre to a state along drawn edges.
  const trail = (centre, target, edges) => {
    const parents = new Map([[centre, null]]), open = [centre];
    while (open.length) {
      const node = open.shift();
      if (node === target) break;
      for (const edge of edges) if (edge.from === node && !parents.has(edge.to)) {
        parents.set(edge.to, node);
        open.push(edge.to);
      }
    }
    const way = [];
    for (let node = target; parents.get(node); node = parents.get(node)) way.unshift(node.id);
    return way;
  };

  const curve = ({ from, to }, bend) => {
    if (from === to) return `M${from.x - 8} ${from.y - RADIUS + 3}c-14 -30 30 -30 16 0`;
    if (from.layer < to.layer) {
      const middle = (from.x + to.x) / 2;
      return `M${from.x + RADIUS} ${from.y}C${middle} ${from.y + bend} ${middle} ${to.y + bend} ${to.x - RADIUS - 5} ${to.y}`;
    }
    // Back, or within a layer: around the outside.
    const down = Math.max(from.y, to.y) + 26 + bend;
    return `M${from.x} ${from.y + RADIUS}C${from.x} ${down} ${to.x} ${down} ${to.x + 2} ${to.y + RADIUS + 5}`;
  };

  return (box, legend, graph, enter) => {
    const nodes = graph.nodes.map(([id, layer, isWrong, isEnd, hidden]) => ({ id, layer, isWrong, isEnd, hidden }));
    const of = new Map(nodes.map(node => [node.id, node]));
    const centre = of.get(graph.centre);
    const edges = graph.edges.map(([from, to, text]) => ({ from: of.get(from), to: of.get(to), text }));
    const { width, height } = place(nodes, edges);
    const root = svg('svg', { width, height: height + 20, viewBox: `0 0 ${width} ${height + 20}`, role: 'group', 'aria-label': `${nodes.length} states around this one` });
    root.innerHTML = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>';
    const pairs = new Map();
    for (const edge of edges) {
      const pair = `${edge.from.id} ${edge.to.id}`, count = pairs.get(pair) || 0;
      pairs.set(pair, count + 1);
      if (count > 2) continue;
      const kind = edge.from.layer >= edge.to.layer ? 'edge back' : edge.from === centre ? 'edge here' : 'edge';
      const line = svg('path', { class: kind, d: curve(edge, count * 12), 'marker-end': 'url(#tip)' });
      line.append(svg('title', {}, edge.text));
      root.append(line);
    }
    // Words stand at the steps from here; the others have them when they are pointed at.
    const named = new Set();
    for (const edge of edges) {
      if (edge.from !== centre || edge.to.layer <= centre.layer || named.has(edge.to)) continue;
      named.add(edge.to);
      const text = edge.text.length > 30 ? `${edge.text.slice(0, 29)}…` : edge.text;
      root.append(svg('text', { class: 'name', x: edge.to.x - RADIUS - 12, y: edge.to.y + (edge.to.y > centre.y ? 15 : -7) }, text));
    }
    for (const node of nodes) {
      const name = node === centre ? 'centre' : '';
      const group = svg('g', { class: `node ${name}${node.isWrong ? ' wrong' : ''}${node.isEnd ? ' end' : ''}`, transform: `translate(${node.x} ${node.y})`, role: 'button', tabindex: 0 });
      const state = `State ${node.id}${node === centre ? ', this one' : ''}${node.isWrong ? ', something is wrong' : ''}${node.isEnd ? ', the end' : ''}`;
      group.setAttribute('aria-label', state);
      group.append(svg('title', {}, state), svg('circle', { r: RADIUS }), svg('text', {}, node.id));
      if (node.hidden && node.layer >= 0) group.append(svg('text', { class: 'more', x: RADIUS + 4, y: 0 }, `+${node.hidden}`));
      const act = () => enter(node.id, trail(centre, node, edges));
      group.addEventListener('click', act);
      group.addEventListener('keydown', event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        act();
      });
      root.append(group);
    }
    box.replaceChildren(root);
    const isNarrow = width > box.clientWidth;
    box.scrollTo(isNarrow ? centre.x - RADIUS - 12 : 0, centre.y - box.clientHeight / 2);
    const most = nodes.length >= graph.most ? ` No more than ${graph.most} states are drawn.` : '';
    legend.textContent = `Arrows are steps, dashed where they lead back. Red: something is wrong. Dashed circle: nothing follows. +N: further steps.${most}`;
  };
})();
