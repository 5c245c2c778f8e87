const SHORTEST_MS = 1_000
const LONGEST_MS = 6_000

/**
 * How long a browser waits before it asks for its stream again that broke, or was refused so many times in a row: half
 * to one and a half times the doubled wait. So browsers that lost their streams together do not come back together, and
 * each is back within ten seconds of the server.
 */
export const waitBeforeStream = (failures: number, random: () => number = Math.random): number =>
  Math.min(SHORTEST_MS * 2 ** failures, LONGEST_MS) * (0.5 + random())
