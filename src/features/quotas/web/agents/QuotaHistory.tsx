import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { fullTime, shortDay } from '../../../../platform/web/time/time.ts'
import type { HistoryEntry } from '../../contract/agents.ts'
import classes from './AgentPanel.module.css'
import { historyText } from './historyText.ts'

/** What happened to the agent on the ladder, newest first. */
export function QuotaHistory({ history, now }: { history: readonly HistoryEntry[]; now: Date }) {
  return (
    <PanelSection title="History">
      {history.length === 0 && <p className={classes.meta}>Nothing yet.</p>}
      <ol className={classes.history}>
        {history.map(entry => (
          <li key={`${entry.at} ${entry.kind} ${entry.reason}`}>
            <time dateTime={entry.at} title={[fullTime(entry.at), entry.by].filter(Boolean).join(', ')}>
              {shortDay(entry.at, now)}
            </time>
            <span>{historyText(entry)}</span>
          </li>
        ))}
      </ol>
    </PanelSection>
  )
}
