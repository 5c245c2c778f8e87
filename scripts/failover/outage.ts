/** A note that somebody tried to store. */
export interface Write {
  /** The words of the note, which no other note has. */
  marker: string
  /** When the answer came, or when nobody waited for it any more. */
  at: number
  /** 0 where no answer came. */
  status: number
  isAcknowledged: boolean
}

/** What is found when acknowledged notes are compared with those that are stored. */
export interface Comparison {
  acknowledged: number
  /** Acknowledged, and not there. */
  lost: string[]
  /** Stored more than once. */
  doubled: string[]
}

/** What became of one stream, in moments. */
export interface StreamMoments {
  opened: readonly number[]
  heard: readonly number[]
}

/**
 * For how long writes were refused since a moment: from the last acknowledged one before the first refusal until the
 * first one after the last refusal, or the longest silence where none was refused. `backAt` is when that silence ended.
 */
export function outageOf(writes: readonly Write[], from: number): { milliseconds: number; backAt: number } {
  const ordered = writes.toSorted((a, b) => a.at - b.at)
  const moments = ordered.filter(({ isAcknowledged }) => isAcknowledged).map(({ at }) => at)
  let longest = { milliseconds: 0, backAt: from }
  // Nothing was refused until then.
  let previous = moments.findLast(at => at <= from) ?? from
  for (const at of moments.filter(moment => moment > from)) {
    if (at - previous > longest.milliseconds) longest = { milliseconds: at - previous, backAt: at }
    previous = at
  }
  const refusals = ordered.filter(({ at, isAcknowledged }) => at > from && !isAcknowledged).map(({ at }) => at)
  const [first] = refusals
  const last = refusals.at(-1)
  if (first === undefined || last === undefined) return longest
  const began = moments.findLast(at => at <= first) ?? from
  const ended = moments.find(at => at >= last) ?? Number.POSITIVE_INFINITY
  return { ...longest, milliseconds: Math.max(longest.milliseconds, ended - began) }
}

/** Compares what was acknowledged with what is stored. */
export function comparisonOf(writes: readonly Write[], stored: readonly string[]): Comparison {
  const counts = new Map<string, number>()
  for (const marker of stored) counts.set(marker, (counts.get(marker) ?? 0) + 1)
  const acknowledged = writes.filter(({ isAcknowledged }) => isAcknowledged)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ marker }) => !counts.has(marker)).map(({ marker }) => marker),
    doubled: [...counts].filter(([, count]) => count > 1).map(([marker]) => marker),
  }
}

/** How long after a moment the last of the streams brought a change again; infinite when one did not. */
export function slowestReturn(streams: readonly StreamMoments[], backAt: number): number {
  return Math.max(
    0,
    ...streams.map(({ heard }) => (heard.find(at => at >= backAt) ?? Number.POSITIVE_INFINITY) - backAt),
  )
}

/** Within this many milliseconds streams count as opened in the same moment. */
const MOMENT_MS = 250

/** How many streams were opened again since a moment, and how many of them at most within a quarter of a second. */
export function reopeningsOf(streams: readonly StreamMoments[], since: number): { streams: number; atOnce: number } {
  const moments = streams.flatMap(({ opened }) => opened.find(at => at > since) ?? []).sort((a, b) => a - b)
  const together = moments.map(start => moments.filter(at => at >= start && at < start + MOMENT_MS).length)
  return { streams: moments.length, atOnce: Math.max(0, ...together) }
}

/** What became of a lead that was enrolled in a campaign of one e-mail and one task. */
export interface LeadFate {
  email: string
  state: string | null
  sendings: number
  tasks: number
}

/** Leads for whom something was done twice, and those who were enrolled for good and left out. */
export function campaignFaults(
  fates: readonly LeadFate[],
  taken: ReadonlyMap<string, number>,
  enrolled: ReadonlySet<string>,
): { doubled: string[]; leftOut: string[] } {
  // Whether a message that was being handed over arrived is for a person to find out: it is not sent again.
  const isUnknown = ({ state }: LeadFate) => state === 'unknown' || state === 'trying'
  const wasTaken = ({ email }: LeadFate) => taken.get(email) ?? 0
  return {
    doubled: fates.filter(fate => wasTaken(fate) > 1 || fate.sendings > 1 || fate.tasks > 1).map(({ email }) => email),
    leftOut: fates
      .filter(fate => enrolled.has(fate.email))
      .filter(fate => fate.tasks === 0 || fate.sendings === 0 || (wasTaken(fate) === 0 && !isUnknown(fate)))
      .map(({ email }) => email),
  }
}
