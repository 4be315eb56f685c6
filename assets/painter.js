// Worker that draws on canvases which the page has transferred to it. The page sends lists of calls
// (crates/fabric-draw/src/scene/drawing.rs) and does not wait for the drawing, which is slow without a GPU.

// Functions that perform the canvas calls, by name of the call. Arguments: the context `to`, the numbers `n`,
// the index `i` of the first argument of the call in `n`, and the texts `words`.
const performers = {
  clear: (to, n, i) => to.clearRect(n[i], n[i + 1], n[i + 2], n[i + 3]),
  begin: (to) => to.beginPath(),
  close: (to) => to.closePath(),
  move: (to, n, i) => to.moveTo(n[i], n[i + 1]),
  line: (to, n, i) => to.lineTo(n[i], n[i + 1]),
  round: (to, n, i) => to.arcTo(n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4]),
  arc: (to, n, i) => to.arc(n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4]),
  fill: (to) => to.fill(),
  stroke: (to) => to.stroke(),
  clip: (to) => to.clip(),
  save: (to) => to.save(),
  restore: (to) => to.restore(),
  alpha: (to, n, i) => { to.globalAlpha = n[i]; },
  'fill-colour': (to, n, i, words) => { to.fillStyle = words[n[i]]; },
  'line-colour': (to, n, i, words) => { to.strokeStyle = words[n[i]]; },
  width: (to, n, i) => { to.lineWidth = n[i]; },
  'round-ends': (to, n, i) => { to.lineCap = n[i] ? 'round' : 'butt'; },
  dash: (to, n, i) => to.setLineDash([n[i], n[i + 1], n[i + 2], n[i + 3]]),
  'dash-from': (to, n, i) => { to.lineDashOffset = n[i]; },
  solid: (to) => to.setLineDash([]),
  letters: (to, n, i) => { to.font = `700 ${n[i]}px system-ui, sans-serif`; },
  text: (to, n, i, words) => to.fillText(words[n[i]], n[i + 1], n[i + 2]),
};

// First message: a canvas, the list of calls (name and number of arguments, in the order of their codes), and
// the port on which drawings arrive.
addEventListener('message', ({ data: { canvas, calls, port } }) => {
  const forms = calls.map(([name, count]) => ({ perform: performers[name], count }));
  const context = canvas.getContext('2d');
  let last;
  // A drawing without texts uses the texts of the previous drawing.
  let words = [];
  const draw = ([numbers, width, height, ratio]) => {
    const [wide, high] = [width, height].map((size) => Math.max(1, Math.round(size * ratio)));
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high });
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    Object.assign(context, { textAlign: 'center', textBaseline: 'middle' });
    for (let at = 0; at < numbers.length;) {
      const { perform, count } = forms[numbers[at]];
      perform(context, numbers, at + 1, words);
      at += 1 + count;
    }
  };
  canvas.addEventListener('contextrestored', () => last && draw(last));
  port.onmessage = ({ data }) => {
    last = data;
    words = data[4] ?? words;
    let wrong = null;
    try {
      draw(data);
    } catch (error) {
      wrong = String(error);
      // Reset the context, so that the next drawing starts without the state of the failed one.
      context?.reset?.();
    }
    // Answer after a failure, too, because the page waits for the answer before it sends the next drawing.
    port.postMessage(wrong);
  };
});
