import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Figure } from '../../../../platform/ui/marks/Figure.tsx'
import { EmptyState } from '../../../../platform/ui/states.tsx'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import type { Campaign, CampaignStep } from '../../contract/records.ts'
import { addStep } from '../client.ts'
import { FigureStrip } from '../FigureStrip.tsx'
import { activeOf } from '../rules/list.ts'
import classes from './CampaignPage.module.css'
import { StepEditor } from './StepEditor.tsx'
import { Timeline } from './Timeline.tsx'

/** The steps of a campaign: where its leads stand, the timeline, and the step that is open. */
export function StepsView({ campaign }: { campaign: Campaign }) {
  const { step: asked } = useSearch({ strict: false }) as { step?: unknown }
  const [openId, setOpenId] = useState<number | null>(Number(asked) || null)
  const { steps } = campaign
  const open = steps.find(({ id }) => id === openId) ?? steps[0] ?? null
  const move = (by: number) => {
    const next = steps[steps.findIndex(({ id }) => id === open?.id) + by]
    if (next) setOpenId(next.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next step', group: 'Campaign', run: () => move(1) },
    { keys: 'k', label: 'Previous step', group: 'Campaign', run: () => move(-1) },
  ])
  const add = async () => {
    const step = await addStep({
      id: campaign.id,
      step_type: 'phone_call',
      name: `Step ${steps.length + 1}`,
      delay_value: steps.length === 0 ? null : 1,
    })
    setOpenId(step.id)
  }
  return (
    <>
      <Figures campaign={campaign} openId={open?.id ?? null} />
      <div className={classes.columns}>
        {steps.length === 0 && !campaign.may_change ? (
          <EmptyState title="No steps yet" />
        ) : (
          <Timeline
            campaign={campaign}
            openId={open?.id ?? null}
            onOpen={setOpenId}
            onAdd={campaign.may_change ? () => void add() : null}
          />
        )}
        {open && <StepEditor key={open.id} campaign={campaign} step={open} onRemoved={() => setOpenId(null)} />}
      </div>
    </>
  )
}

function Figures({ campaign, openId }: { campaign: Campaign; openId: number | null }) {
  const { instance_counts, reply_rate, steps } = campaign
  const { all, archived, connected } = instance_counts
  return (
    <FigureStrip picture={{ caption: 'Where running leads stand', image: <Standing steps={steps} openId={openId} /> }}>
      <Figure label="Leads, all time" value={count(all)} />
      <Figure label="Running now" value={count(activeOf(campaign))} />
      <Figure
        label="Connected"
        value={count(connected)}
        {...(reply_rate === null ? {} : { note: `${reply_rate} % of all` })}
      />
      <Figure label="Finished or stopped" value={count(archived - connected)} />
    </FigureStrip>
  )
}

/** How many leads wait for each step. */
function Standing({ steps, openId }: { steps: readonly CampaignStep[]; openId: number | null }) {
  const most = Math.max(1, ...steps.map(({ waiting }) => waiting))
  return (
    <ol className={classes.standing}>
      {steps.map(({ id, name, waiting }) => (
        <li key={id} data-open={id === openId || undefined} title={name}>
          <i style={{ height: Math.max(3, Math.round((waiting / most) * 16)) }} aria-hidden />
          <span>
            {count(waiting)}
            <span className={classes.hidden}> wait for {name}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
