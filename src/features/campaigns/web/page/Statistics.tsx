import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../../../platform/ui/marks/Figure.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { saveFile } from '../../../../platform/web/calls/call.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import type { Campaign, CampaignStatistics } from '../../contract/records.ts'
import { stopReasons } from '../../rules/instances.ts'
import { stepLine } from '../../rules/steps.ts'
import { statisticsQuery } from '../client.ts'
import { FigureStrip } from '../FigureStrip.tsx'
import { percent } from '../rules/list.ts'
import { statisticsCsv } from '../rules/statisticsCsv.ts'
import { Comparisons } from './Comparisons.tsx'
import classes from './Statistics.module.css'
import { StepNode } from './StepNode.tsx'

const MINUTE = 60_000

const orDash = (value: number): string => (value === 0 ? '–' : count(value))

/** What became of everybody who entered, of each step, and with each agent. Every number of people opens them. */
export function Statistics({ campaign }: { campaign: Campaign }) {
  const now = useNow(MINUTE)
  const { data, error, refetch } = useQuery(statisticsQuery(campaign.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const save = () =>
    saveFile({
      blob: new Blob([statisticsCsv(campaign, data)], { type: 'text/csv' }),
      name: `${campaign.name}.csv`,
    })
  return (
    <>
      <Figures statistics={data} />
      <div className={classes.screen}>
        <div className={classes.main}>
          <StepTable campaign={campaign} statistics={data} />
          <Outcome campaign={campaign} statistics={data} />
        </div>
        <aside className={classes.side}>
          <Comparisons campaign={campaign} comparisons={data.comparisons} now={now} />
          <header>
            <h2>Per agent</h2>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconDownload size={14} stroke={1.6} aria-hidden />}
              onClick={save}
            >
              CSV
            </Button>
          </header>
          <table className={classes.agents}>
            <thead>
              <tr>
                <th>Agent</th>
                <th>People</th>
                <th>Tasks done</th>
                <th>Connected</th>
              </tr>
            </thead>
            <tbody>
              {data.agents.map(agent => (
                <tr key={agent.id}>
                  <td>{agent.fullname}</td>
                  <td>{count(agent.leads)}</td>
                  <td>{agent.tasks === 0 ? '–' : `${percent(agent.tasks_done, agent.tasks)} %`}</td>
                  <td>{`${percent(agent.connected, agent.leads) ?? 0} %`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </aside>
      </div>
    </>
  )
}

/** The whole in five numbers, which add up: everybody who entered, and where they stand. */
function Figures({ statistics }: { statistics: CampaignStatistics }) {
  const { all, waiting, connected, ended, unreachable } = statistics
  const share = (part: number) => (part === 0 ? {} : { note: `${percent(part, all) ?? 0} % of all` })
  return (
    <FigureStrip>
      <Figure label="Entered" value={count(all)} />
      <Figure label="Running now" value={count(waiting)} />
      <Figure label="Connected or replied" value={count(connected)} {...share(connected)} />
      <Figure label="Ended without an answer" value={count(ended)} {...share(ended)} />
      <Figure label="Opted out or not reachable" value={count(unreachable)} {...share(unreachable)} />
    </FigureStrip>
  )
}

interface PartProps {
  campaign: Campaign
  statistics: CampaignStatistics
}

function StepTable({ campaign, statistics }: PartProps) {
  const figures = new Map(statistics.steps.map(one => [one.step_id, one]))
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Step</th>
            <th>Of {count(statistics.all)}</th>
            <th>Reached</th>
            <th>Delivered</th>
            <th>Answered</th>
            <th>Done</th>
            <th>Not sent</th>
            <th>Failed</th>
          </tr>
        </thead>
        <tbody>
          {campaign.steps.map(step => {
            const one = figures.get(step.id)
            const share = statistics.all === 0 ? 0 : Math.min(1, (one?.reached ?? 0) / statistics.all)
            return (
              <tr key={step.id} data-compared={step.compared_since !== null || undefined}>
                <td>
                  <span className={classes.step}>
                    <StepNode type={step.step_type} />
                    <span>
                      <b>{step.name}</b>
                      <small>{stepLine(step)}</small>
                    </span>
                  </span>
                </td>
                <td>
                  <span className={classes.share} aria-hidden>
                    <i style={{ width: `${Math.round(share * 100)}%` }} />
                  </span>
                </td>
                <td>
                  <PeopleLink campaign={campaign} search={{ step: step.id }} amount={one?.reached ?? 0} />
                </td>
                <td>{orDash(one?.delivered ?? 0)}</td>
                <td>
                  <Answered {...(one ?? { answered: 0, reached: 0 })} />
                </td>
                <td>{orDash(one?.done ?? 0)}</td>
                <td>{orDash((one?.refused ?? 0) + (one?.left_out ?? 0))}</td>
                <td>{orDash((one?.failed ?? 0) + (one?.unknown ?? 0))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Answered({ answered, reached }: { answered: number; reached: number }) {
  if (answered === 0) return '–'
  return (
    <>
      <b>{count(answered)}</b> <small className={classes.rate}>{percent(answered, reached)} %</small>
    </>
  )
}

const parts = [
  { state: 'running', field: 'waiting', label: 'waiting for their next step' },
  { state: 'connected', field: 'connected', label: 'connected' },
  { state: 'ended', field: 'ended', label: 'ended' },
  { state: 'unreachable', field: 'unreachable', label: 'opted out or could not be reached' },
] as const

/** Divides everybody who entered; the parts add up at any time. */
function Outcome({ campaign, statistics }: PartProps) {
  const reasons = statistics.reasons.map(({ reason, count: amount }) => `${stopReasons[reason]}: ${count(amount)}`)
  return (
    <section className={classes.outcome} aria-label="What became of them">
      <h2>What became of the {count(statistics.all)}</h2>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ state, field }) => (
          <i key={state} data-part={state} style={{ flexGrow: statistics[field] }} />
        ))}
      </div>
      <ul>
        {parts.map(({ state, field, label }) => (
          <li key={state} data-part={state}>
            <PeopleLink campaign={campaign} search={{ state }} amount={statistics[field]} /> {label}
          </li>
        ))}
      </ul>
      {reasons.length > 0 && <p>{reasons.join(' · ')}</p>}
      {statistics.not_sent.length > 0 && (
        <p>
          Not sent: {statistics.not_sent.map(({ reason, count: amount }) => `${count(amount)} ${reason}`).join(' · ')}
        </p>
      )}
    </section>
  )
}

interface PeopleLinkProps {
  campaign: Campaign
  search: object
  amount: number
}

function PeopleLink({ campaign, search, amount }: PeopleLinkProps) {
  if (amount === 0) return <span>0</span>
  return (
    <Link
      to="/campaigns/$id"
      params={{ id: String(campaign.id) }}
      search={{ view: 'people', ...search } as never}
      className={classes.link}
    >
      {count(amount)}
    </Link>
  )
}
