import { Button } from '@mantine/core'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { capitalized } from '../../../../platform/web/text.ts'
import type { AgentQuotaDetail } from '../../contract/agents.ts'
import { conditionText, figureText } from '../../rules/conditions.ts'
import { dayText } from '../client.ts'
import classes from './AgentPanel.module.css'
import { useLift } from './useLift.ts'

const RING = 22

/** How far the agent is on the way to the next rung, and what happens if the conditions go on failing. */
export function Towards({ detail }: { detail: AgentQuotaDetail }) {
  const { towards, override, own_rung } = detail
  const lift = useLift(detail)
  if (own_rung === null) return null
  const { rung, steps, back_on, back_to } = towards
  const title = rung === null ? `Rung ${own_rung}, the top` : `Towards rung ${rung}`
  const note = override ? <span className={classes.meta}>without the override</span> : null
  const holds = steps.every(({ standing }) => standing === 'holds')
  const action = rung !== null && (
    <Button size="xs" variant="subtle" onClick={() => void lift(rung)}>
      Lift by hand
    </Button>
  )
  return (
    <PanelSection title={title} action={action}>
      {note}
      {steps.map(({ condition, figure, standing, progress }) => (
        <div key={conditionText(condition)} className={classes.goal}>
          <Ring
            turn={progress}
            size={RING}
            label=""
            color={standing === 'holds' ? 'var(--kt-green-dot)' : 'var(--kt-accent)'}
          />
          <span>{capitalized(conditionText(condition))}</span>
          <b>{figure === null ? '–' : figureText(condition.criteria, figure)}</b>
        </div>
      ))}
      {rung !== null && <p className={classes.meta}>{holds ? 'Climbs tonight if it holds.' : waitText(steps)}</p>}
      {back_on !== null && back_to !== null && (
        <p className={classes.meta}>
          Back to rung {back_to} on {dayText(back_on)} if it stays so.
        </p>
      )}
    </PanelSection>
  )
}

function waitText(steps: AgentQuotaDetail['towards']['steps']): string {
  if (steps.some(({ condition }) => condition.criteria === 'manual')) return 'An administrator lifts the agent.'
  if (steps.some(({ figure }) => figure === null)) return 'Nothing to measure yet.'
  return 'Stays until all of it holds.'
}
