const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPINNER_INTERVAL_MS = 100;

/** Logs of builds without a terminal get a sign of life this often. */
const PLAIN_INTERVAL_MS = 15_000;

/** A step that takes this many times as long as it usually does is said to. */
const SLOW_FACTOR = 2;
const MINUTE_SECONDS = 60;

/** @type {Set<{title: string, expectation: string, percent: number|null, startedAt: number}>} */
const running = new Set();
let timer = null;
let frame = 0;

// Progress goes to standard error, so that standard output carries results only.
const stream = process.stderr;

function secondsOf(task) {
  return Math.round((Date.now() - task.startedAt) / 1000);
}

/**
 * @param {{title: string, expectation: string, percent: number|null}} task expectation may say "about 2 minutes"
 * @param {number} seconds since it began
 * @returns {string} how far it is; long after the usual time no more how long it usually takes
 */
export function describeTask({ title, expectation, percent }, seconds) {
  const usualMinutes = /^about (\d+) minutes?\b/.exec(expectation)?.[1];
  const isSlow = usualMinutes !== undefined && seconds > Number(usualMinutes) * MINUTE_SECONDS * SLOW_FACTOR;
  const remark = isSlow ? 'longer than usual; the network or this machine is slow' : expectation;
  return `${title} … ${seconds} s${percent === null ? '' : ` ${Math.floor(percent)} %`}${remark ? ` (${remark})` : ''}`;
}

function describe(task) {
  return describeTask(task, secondsOf(task));
}

function clearLine() {
  if (stream.isTTY && running.size > 0) stream.write('\r\u001b[2K');
}

function drawSpinner() {
  frame = (frame + 1) % SPINNER.length;
  const text = [...running].map(describe).join('; ');
  stream.write(`\r\u001b[2K${`${SPINNER[frame]} ${text}`.slice(0, (stream.columns ?? 80) - 1)}`);
}

function printPlain() {
  for (const task of running) stream.write(`${describe(task)}\n`);
}

function startTimer() {
  if (timer !== null) return;
  timer = stream.isTTY ? setInterval(drawSpinner, SPINNER_INTERVAL_MS) : setInterval(printPlain, PLAIN_INTERVAL_MS);
  // The work itself keeps the process alive; the clock alone must not.
  timer.unref();
}

/**
 * Prints one plain line without disturbing the spinner.
 * @param {string} line
 */
export function say(line) {
  clearLine();
  stream.write(`${line}\n`);
}

/**
 * Shows that `work` is going on: a spinner on a terminal, elsewhere a line at the start and one every 15 seconds.
 * @template T
 * @param {{title: string, expectation?: string}} what title such as "Building X"; expectation such as "about 2 minutes, once"
 * @param {(report: (percent: number) => void) => Promise<T>} work
 * @returns {Promise<T>} what work returns
 */
export async function showing({ title, expectation = '' }, work) {
  const task = { title, expectation, percent: null, startedAt: Date.now() };
  running.add(task);
  if (!stream.isTTY) stream.write(`${title} …${expectation ? ` (${expectation})` : ''}\n`);
  startTimer();
  let outcome = 'failed';
  try {
    const result = await work((percent) => {
      task.percent = percent;
    });
    outcome = 'done';
    return result;
  } finally {
    clearLine();
    running.delete(task);
    stream.write(`${title}: ${outcome} in ${secondsOf(task)} s\n`);
    if (running.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  }
}
