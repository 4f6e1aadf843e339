// boardgame.io's own server on a free port, with a game whose state is the table's: what `make bench` measures beside.
// On stdin: {"states": [...], "players": n, "delta": false}. On stdout: READY and the port. A move puts the next of the states in place.
"use strict";

const { once } = require("node:events");
const { Server, SocketIO } = require("boardgame.io/server");

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const { states, players, delta } = JSON.parse(Buffer.concat(chunks).toString("utf8"));

  const change = ({ G }, by) => ({ at: (G.at + 1) % states.length, by, table: states[(G.at + 1) % states.length] });
  const game = {
    name: "tide",
    setup: () => ({ at: 0, by: -1, table: states[0] }),
    minPlayers: players,
    maxPlayers: players,
    // Anybody may move at any time, as at the table; without this it would also keep every state for its undo.
    moves: { change: { move: change, ignoreStaleStateID: true } },
    turn: { activePlayers: { all: null } },
    disableUndo: true,
    deltaState: delta,
  };

  const server = Server({ games: [game], origins: [], transport: new SocketIO() });
  const { appServer } = await server.run({ port: 0 });
  if (!appServer.listening) await once(appServer, "listening");
  process.stdout.write(`READY ${appServer.address().port}\n`);
}

main();
