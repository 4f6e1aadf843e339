/**
 * @file A Pico without a Pico: the official MicroPython, built for WebAssembly, runs a folder of firmware unchanged.
 *
 *     node bench.mjs --fd N --micropython FILE --files FOLDER
 *
 * Its serial port is the open file N, the master of a pseudo-terminal. FOLDER holds what stands on the Pico's disk;
 * FILE is micropython.mjs of the npm package. Commands come in on stdin, events go out on stdout, a JSON object a line:
 * in {"pin": 10, "level": 0} or {"reset": true}; out what the stand-ins of `machine` and `neopixel` do.
 */

import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import v8 from 'node:v8';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

// A tray does little: optimizing MicroPython's code at each start takes more than running it as it is.
v8.setFlagsFromString('--liftoff-only');
v8.setFlagsFromString('--no-opt');

const RING = 65536;
const PINS = 30;
// Places in the head that both threads share: bytes written and read, the watchdog's patience and last meal in ms.
const [WRITTEN, READ, PATIENCE, FED] = [0, 1, 2, 3];
const WATCH_MS = 50;
const RAW_PASTE = [0x05, 0x41, 0x01];
const NOT_SUPPORTED = [0x52, 0x00];
const BUSY_MS = 5;

const now = () => Math.floor(performance.timeOrigin + performance.now()) & 0x7fffffff;

/** Node's own thread: the port, the commands, and the Pico's power. */
class Bench {
  constructor(options) {
    this.fd = Number(options.fd);
    this.micropython = path.resolve(options.micropython);
    this.disk = readFolder(options.files);
    this.shared = { head: new SharedArrayBuffer(16), ring: new SharedArrayBuffer(RING), pins: new SharedArrayBuffer(4 * PINS) };
    this.head = new Int32Array(this.shared.head);
    this.ring = new Uint8Array(this.shared.ring);
    this.pins = new Int32Array(this.shared.pins).fill(1);
    this.incoming = Buffer.alloc(4096);
    this.boot();
    this.listen();
    setInterval(() => this.watch(), WATCH_MS);
    const commands = readline.createInterface({ input: process.stdin });
    commands.on('line', (line) => this.command(JSON.parse(line)));
    // Whoever started this is gone: so is the cable.
    commands.on('close', () => process.kill(process.pid, 'SIGKILL'));
  }

  boot() {
    const { fd, micropython, disk, shared } = this;
    const pico = new Worker(fileURLToPath(import.meta.url), { workerData: { fd, micropython, disk, shared } });
    this.pico = pico;
    pico.on('message', (message) => {
      if (pico !== this.pico) return;
      if (message.disk) this.disk = message.disk;
      else if (message.reset) this.reset();
      else say(message);
    });
    pico.on('error', (error) => say({ event: 'failed', text: String(error.stack).slice(0, 2000) }));
  }

  async reset() {
    const pico = this.pico;
    this.pico = null;
    await pico.terminate();
    this.head.fill(0);
    this.boot();
  }

  command(command) {
    if ('pin' in command) Atomics.store(this.pins, command.pin, command.level);
    else if (command.reset && this.pico) this.reset();
  }

  watch() {
    const patience = Atomics.load(this.head, PATIENCE);
    if (!this.pico || !patience || now() - Atomics.load(this.head, FED) < patience) return;
    say({ event: 'watchdog' });
    this.reset();
  }

  listen() {
    fs.read(this.fd, this.incoming, 0, this.incoming.length, null, (error, count) => {
      if (error) {
        // Nobody has the port open; a Pico waits as well.
        if (error.code === 'EIO' || error.code === 'EAGAIN') return void setTimeout(() => this.listen(), BUSY_MS);
        throw error;
      }
      let at = Atomics.load(this.head, WRITTEN);
      for (let place = 0; place < count; place++, at = (at + 1) % RING) this.ring[at] = this.incoming[place];
      Atomics.store(this.head, WRITTEN, at);
      Atomics.notify(this.head, WRITTEN);
      this.listen();
    });
  }
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function readFolder(folder) {
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map(({ name }) => [name, fs.readFileSync(path.join(folder, name))]));
}

/** The worker's thread: the Pico itself. */
class Pico {
  constructor({ fd, micropython, disk, shared }) {
    this.fd = fd;
    this.path = micropython;
    this.disk = disk;
    this.head = new Int32Array(shared.head);
    this.ring = new Uint8Array(shared.ring);
    this.pins = new Int32Array(shared.pins);
    this.begun = process.hrtime.bigint();
    this.typed = [];
  }

  async run() {
    const { loadMicroPython } = await import(pathToFileURL(this.path).href);
    this.vm = await loadMicroPython({ heapsize: 192 * 1024, stdin: () => this.readByte(), linebuffer: false });
    this.joinPort();
    this.vm.registerJsModule('_bench', {
      tell: (event, pin, value) => this.tell(event, pin, value),
      level: (pin) => Atomics.load(this.pins, pin),
      random: () => Math.floor(Math.random() * 256),
      wait: (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); },
      watch: (patience) => { this.feed(); Atomics.store(this.head, PATIENCE, patience); },
      feed: () => this.feed(),
      reset: () => this.reset(),
    });
    for (const [name, bytes] of Object.entries(this.disk)) this.vm.FS.writeFile(`/${name}`, bytes);
    this.tell('boot', -1, this.vm.pyimport('sys').version);
    try {
      const board = this.vm.pyimport('_board');
      board.load();
      const goRound = board.go_round;
      while (goRound());
    } catch (error) {
      this.write(new TextEncoder().encode(String(error.message).replaceAll('\n', '\r\n')));
      this.tell('crash', -1, String(error.message).slice(0, 2000));
    }
    this.prompt();
  }

  /** Let sys.stdin and sys.stdout be the port, as USB is on a Pico. */
  joinPort() {
    const [input, output] = this.vm.FS.streams;
    const poll = () => {
      if (!this.hasInput()) this.awaitInput(1);
      return (this.hasInput() ? 1 : 0) | 4;
    };
    const write = (stream, bytes, offset, length) => {
      this.write(Uint8Array.from(bytes.subarray ? bytes.subarray(offset, offset + length) : bytes.slice(offset, offset + length)));
      return length;
    };
    input.stream_ops = { ...input.stream_ops, poll };
    output.stream_ops = { ...output.stream_ops, write };
  }

  /** The prompt, where files are copied to. */
  prompt() {
    this.keepDisk();
    this.tell('prompt', -1, 0);
    this.vm.replInit();
    for (;;) this.vm.replProcessChar(this.readTyped());
  }

  /** A byte for the prompt. This build can't take code by raw paste, and here says so, which the protocol allows. */
  readTyped() {
    if (this.typed.length) return this.typed.shift();
    for (const wanted of RAW_PASTE) {
      this.typed.push(this.readByte());
      if (this.typed.at(-1) !== wanted) return this.typed.shift();
    }
    this.typed = [];
    this.write(Uint8Array.from(NOT_SUPPORTED));
    return this.readTyped();
  }

  hasInput() {
    return Atomics.load(this.head, WRITTEN) !== Atomics.load(this.head, READ);
  }

  awaitInput(ms) {
    const written = Atomics.load(this.head, WRITTEN);
    if (written === Atomics.load(this.head, READ)) Atomics.wait(this.head, WRITTEN, written, ms);
  }

  readByte() {
    while (!this.hasInput()) this.awaitInput(Infinity);
    const at = Atomics.load(this.head, READ);
    const byte = this.ring[at];
    Atomics.store(this.head, READ, (at + 1) % RING);
    return byte;
  }

  write(bytes) {
    let sent = 0;
    while (sent < bytes.length) {
      try {
        sent += fs.writeSync(this.fd, bytes, sent);
      } catch (error) {
        if (error.code === 'EIO') return; // nobody has the port open: lost, as by a Pico
        if (error.code !== 'EAGAIN') throw error;
      }
    }
  }

  tell(event, pin, value) {
    parentPort.postMessage({ event, pin, value, us: Number((process.hrtime.bigint() - this.begun) / 1000n) });
  }

  feed() {
    Atomics.store(this.head, FED, now());
  }

  /** Let what stands on the disk outlive the power. */
  keepDisk() {
    const { FS } = this.vm;
    const files = FS.readdir('/').filter((name) => !name.startsWith('.') && FS.isFile(FS.stat(`/${name}`).mode));
    parentPort.postMessage({ disk: Object.fromEntries(files.map((name) => [name, FS.readFile(`/${name}`)])) });
  }

  reset() {
    this.keepDisk();
    parentPort.postMessage({ reset: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // until the power is off
  }
}

if (isMainThread) {
  const words = process.argv.slice(2);
  const options = {};
  for (let at = 0; at < words.length; at += 2) options[words[at].slice(2)] = words[at + 1];
  new Bench(options);
} else {
  await new Pico(workerData).run();
}
