/** What was measured in one round. */
export interface Measured {
  round: string
  refusedSeconds: number
  acknowledged: number
  lost: number
  doubledNotes: number
  enrolled: number
  doubledJobs: number
  leftOut: number
  streams: number
  slowestStreamSeconds: number
  reopened: number
  atOnce: number
  signedOut: number
  signIns: number
}

const MAX_REFUSED_SECONDS = 30
const MAX_STREAM_SECONDS = 10
/** Fewer streams than this say nothing about whether they come back together. */
const FEW_STREAMS = 8

/** What does not hold of a round, a sentence each. */
export function problemsOf(measured: Measured): string[] {
  const { round, refusedSeconds, acknowledged, lost, doubledNotes, enrolled, doubledJobs, leftOut } = measured
  const { slowestStreamSeconds, reopened, atOnce, signedOut, signIns, streams } = measured
  const found = [
    refusedSeconds > MAX_REFUSED_SECONDS && `writes were refused for ${refusedSeconds.toFixed(1)} s`,
    acknowledged === 0 && 'no note was acknowledged, so none could get lost',
    lost > 0 && `${lost} acknowledged notes are gone`,
    doubledNotes > 0 && `${doubledNotes} notes are there more than once`,
    enrolled === 0 && 'no lead was enrolled, so no job was tried',
    doubledJobs > 0 && `${doubledJobs} leads got something twice`,
    leftOut > 0 && `${leftOut} enrolled leads were left out`,
    streams === 0 && 'no stream was open',
    slowestStreamSeconds > MAX_STREAM_SECONDS &&
      `the last stream was back ${slowestStreamSeconds.toFixed(1)} s after the writes`,
    reopened >= FEW_STREAMS && atOnce > reopened / 2 && `${atOnce} of ${reopened} streams came back in the same moment`,
    signedOut > 0 && `${signedOut} requests were answered as if nobody were signed in`,
    signIns === 0 && 'nobody could sign in afterwards',
  ]
  return found.filter(one => one !== false).map(problem => `${round}: ${problem}`)
}

/** The rounds as a table, a column each. */
export function tableOf(rounds: readonly Measured[]): string {
  const lines: [string, ...string[]][] = [
    ['', ...rounds.map(({ round }) => round)],
    ['writes refused for (≤ 30 s)', ...rounds.map(one => `${one.refusedSeconds.toFixed(1)} s`)],
    ['acknowledged notes lost (0)', ...rounds.map(one => `${one.lost} of ${one.acknowledged}`)],
    ['notes stored twice (0)', ...rounds.map(one => String(one.doubledNotes))],
    ['leads with a job done twice (0)', ...rounds.map(one => `${one.doubledJobs} of ${one.enrolled}`)],
    ['leads with a job left out (0)', ...rounds.map(one => String(one.leftOut))],
    ['last stream back after (≤ 10 s)', ...rounds.map(one => `${one.slowestStreamSeconds.toFixed(1)} s`)],
    ['streams opened again', ...rounds.map(one => `${one.reopened} of ${one.streams}`)],
    ['of them within 250 ms (≤ half)', ...rounds.map(one => String(one.atOnce))],
    ['requests signed out (0)', ...rounds.map(one => String(one.signedOut))],
    ['signed in afterwards (> 0)', ...rounds.map(one => String(one.signIns))],
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
