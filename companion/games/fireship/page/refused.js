/** @file A tap on a cell that isn't offered; fetched with the first one. */

/** Have the table say why a pawn can't go to *place*, or a whirlpool lie there; nothing where neither is meant. */
export async function refusePlace(dock, place) {
  const [column, row] = place.split('-');
  const { turn } = dock.state;
  const verb = dock.path[0] === 'whirlpool' ? 'whirlpool' : turn.picked_up && !dock.path.length ? 'go' : null;
  if (dock.waits || !verb || !Number(row) || !dock.table.seats.includes(turn.seat)) return;
  await dock.act({ do: `${verb} ${column} ${row}`, seat: turn.seat }, dock);
}
