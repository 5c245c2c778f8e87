import type { Outcome } from './reports.ts'
import { one, type Run, runner, type Step } from './steps.ts'

/** Steps that run one after the other. */
export type Lane = readonly Step[]

/** Lanes that run side by side, because none of them disturbs another; the next stage waits for all. */
export type Stage = readonly Lane[]

/** A step that ran. */
export interface Finished {
  name: string
  outcome: Outcome
  /** Seconds that it took. */
  seconds: number
}

/** Runs all stages. What the first lane of a stage says is shown at once; of the others, when a step of theirs is done. */
export async function runStages(stages: readonly Stage[], say: (text: string) => void): Promise<Finished[]> {
  const finished: Finished[] = []
  for (const stage of stages) {
    const lanes = stage.filter(lane => lane.length > 0)
    const runs = lanes.map((lane, index) => runLane(lane, say, index === 0))
    finished.push(...(await Promise.all(runs)).flat())
  }
  return finished
}

async function runLane(lane: Lane, say: (text: string) => void, isShown: boolean): Promise<Finished[]> {
  const finished: Finished[] = []
  for (const step of lane) {
    const said: string[] = []
    if (isShown) say(`\n── ${step.name}\n`)
    const done = await runStep(step, isShown ? runner() : runner(text => said.push(text)))
    const ending = `${done.outcome.failed > 0 ? 'failed' : 'done'} after ${duration(done.seconds)}`
    say(isShown ? `   ${ending}\n` : `\n── ${step.name} (beside the others): ${ending}\n${said.join('')}`)
    finished.push(done)
  }
  return finished
}

async function runStep({ name, run }: Step, runProgram: Run): Promise<Finished> {
  const start = performance.now()
  const outcome = await run(runProgram).catch(error =>
    one(false, error instanceof Error ? error.message : String(error)),
  )
  return { name, outcome, seconds: (performance.now() - start) / 1000 }
}

/** A span as people read it: 8.4 s, 3 min 05 s. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}
