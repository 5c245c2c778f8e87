import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { Loading, ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { dayLabel, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { Automation, Run } from '../../contract/records.ts'
import { type RunState, runStates } from '../../rules/runs.ts'
import { runsQuery } from '../client.ts'
import type { Names } from '../rules/words.ts'
import { RunLog } from './RunLog.tsx'
import classes from './Runs.module.css'
import { ringOf } from './runRing.ts'
import { WhyPanel } from './WhyPanel.tsx'

const MINUTE = 60_000
const labels = { waiting: 'Waiting', done: 'Done', stopped: 'Stopped', failed: 'Failed' } as const
type Shown = keyof typeof labels

/** Which runs are shown and which is open, as the address says. */
function useRunsAddress() {
  const search = useSearch({ strict: false }) as { state?: unknown; run?: unknown }
  const navigate = useNavigate()
  const go = (next: object) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...next })) as never, replace: true })
  return {
    state: runStates.find(state => state === search.state) ?? null,
    openId: Number(search.run) || null,
    show: (state: RunState | null) => go({ state: state ?? undefined, run: undefined }),
    open: (id: number | null) => go({ run: id ?? undefined }),
  }
}

/** The runs of an automation: who, what came of it, each one step by step, and why somebody did not get it. Live. */
export function RunsView({ automation, names }: { automation: Automation; names: Names }) {
  const { state, openId, show, open } = useRunsAddress()
  const isWide = useIsWide()
  const query = useInfiniteQuery(runsQuery(automation.id, state))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const runs = data?.pages.flatMap(page => page.data) ?? []
  const shown = openId ?? (isWide ? (runs[0]?.id ?? null) : null)
  const step = (by: number) => {
    const next = runs[runs.findIndex(({ id }) => id === shown) + by]
    if (next) open(next.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next run', group: 'Automation', run: () => step(1) },
    { keys: 'k', label: 'Previous run', group: 'Automation', run: () => step(-1) },
  ])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const chosen = runs.find(({ id }) => id === shown)?.lead ?? null
  return (
    <div className={classes.columns}>
      {(isWide || shown === null) && (
        <div className={classes.list}>
          <StateChips automation={automation} state={state} onShow={show} />
          {runs.length === 0 && <NoRuns automation={automation} isNarrowed={state !== null} />}
          <ul aria-label="Runs">
            {runs.map(run => (
              <li key={run.id}>
                <RunRow run={run} isOpen={run.id === shown} onOpen={() => open(run.id)} />
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button variant="default" m={12} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      )}
      <div className={classes.log}>
        {shown !== null && (
          <RunLog
            key={shown}
            automation={automation}
            runId={shown}
            names={names}
            {...(!isWide && { onBack: () => open(null) })}
          />
        )}
      </div>
      {(isWide || shown === null) && (
        <aside className={classes.why}>
          <WhyPanel key={chosen?.id ?? 0} automation={automation} lead={chosen} />
        </aside>
      )}
    </div>
  )
}

interface StateChipsProps {
  automation: Automation
  state: RunState | null
  onShow(state: RunState | null): void
}

function StateChips({ automation: { figures }, state, onShow }: StateChipsProps) {
  const amounts: Readonly<Record<Shown, number>> = { ...figures, waiting: figures.open }
  return (
    <search className={classes.chips}>
      <ToggleChip on={state === null} onChange={() => onShow(null)}>
        All
      </ToggleChip>
      {(Object.keys(labels) as Shown[]).map(id => (
        <ToggleChip key={id} on={state === id} onChange={isOn => onShow(isOn ? id : null)}>
          {labels[id]} {count(amounts[id])}
        </ToggleChip>
      ))}
    </search>
  )
}

function NoRuns({ automation, isNarrowed }: { automation: Automation; isNarrowed: boolean }) {
  if (isNarrowed) return <p className={classes.none}>No such run.</p>
  return (
    <EmptyState title="No run yet">
      {automation.state === 'on'
        ? 'It runs as soon as its trigger happens. You see each step here.'
        : 'It runs once it is switched on. A dry run shows what it would have done.'}
    </EmptyState>
  )
}

function RunRow({ run, isOpen, onOpen }: { run: Run; isOpen: boolean; onOpen(): void }) {
  const now = useNow(MINUTE)
  const { turn, color, label } = ringOf(run)
  return (
    <button type="button" className={classes.run} aria-current={isOpen || undefined} onClick={onOpen}>
      <Ring size={16} turn={turn} color={color} label={label} />
      <span className={classes.who}>
        <b>{run.lead.name}</b>
        <span>{run.summary}</span>
      </span>
      <time dateTime={run.triggered_at}>
        {dayLabel(run.triggered_at, now)} {timeOfDay(run.triggered_at)}
      </time>
    </button>
  )
}
