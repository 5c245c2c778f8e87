import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { Automation } from '../../contract/records.ts'
import { AutomationRow } from './AutomationRow.tsx'
import classes from './Automations.module.css'

const MINUTE = 60_000

/** The rows, with the keys that walk through them. */
export function AutomationTable({ automations }: { automations: readonly Automation[] }) {
  const now = useNow(MINUTE)
  const navigate = useNavigate()
  const [current, setCurrent] = useState<number | null>(null)
  const step = (by: number) => {
    const at = automations.findIndex(({ id }) => id === current)
    const next = automations[at === -1 ? 0 : at + by]
    if (next) setCurrent(next.id)
  }
  const open = () => {
    if (current !== null) void navigate({ to: '/automations/$id', params: { id: String(current) } })
  }
  useShortcuts([
    { keys: 'j', label: 'Next automation', group: 'Automations', run: () => step(1) },
    { keys: 'k', label: 'Previous automation', group: 'Automations', run: () => step(-1) },
    { keys: 'o', label: 'Open the automation', group: 'Automations', run: open },
  ])
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">On</span>
            </th>
            <th>Automation</th>
            <th data-number>Runs</th>
            <th>14 days</th>
            <th data-number>Done</th>
            <th data-number>Stopped</th>
            <th data-number>Failed</th>
            <th>Last run</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {automations.map(automation => (
            <AutomationRow
              key={automation.id}
              automation={automation}
              now={now}
              isCurrent={automation.id === current}
              onFocus={() => setCurrent(automation.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
