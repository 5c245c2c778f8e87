import { ActionIcon, Button, Popover, SegmentedControl, Select } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import segments from '../../../platform/ui/Segments.module.css'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { timeOfDay } from '../../../platform/web/time/time.ts'
import { teams as teamsQuery } from '../../people/web/client/people.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Report } from '../contract.ts'
import { type Length, lengths, neighbours } from '../rules/lengths.ts'
import classes from './Reports.module.css'
import { daysText } from './rules/text.ts'
import type { ReportAddress } from './useReportAddress.ts'

const names: Readonly<Record<Length, string>> = { week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' }

interface PeriodBarProps {
  address: ReportAddress
  report: Pick<Report, 'before' | 'as_of'> | undefined
}

/** Which days, against which, of whom, and as of when. */
export function PeriodBar({ address, report }: PeriodBarProps) {
  const { length, own, period, today, go } = address
  const { before, next } = neighbours(period, length, today)
  const move = (at: string | null) => at !== null && go({ at, from: undefined, to: undefined })
  useShortcuts([
    { keys: '[', label: 'The period before', group: 'Reports', run: () => move(before) },
    { keys: ']', label: 'The next period', group: 'Reports', run: () => move(next) },
  ])
  return (
    <search className={classes.bar} aria-label="Days and people">
      <SegmentedControl
        size="xs"
        aria-label="Length of the period"
        classNames={{ control: segments.control ?? '' }}
        data={lengths.map(value => ({ value, label: names[value] }))}
        value={own ? '' : length}
        onChange={value => go({ length: value, at: undefined, from: undefined, to: undefined })}
      />
      <span className={classes.days}>
        <ActionIcon
          variant="subtle"
          aria-label="The period before"
          disabled={before === null}
          onClick={() => move(before)}
        >
          <IconChevronLeft size={16} stroke={1.6} />
        </ActionIcon>
        <b>{daysText(period, today)}</b>
        <ActionIcon variant="subtle" aria-label="The next period" disabled={next === null} onClick={() => move(next)}>
          <IconChevronRight size={16} stroke={1.6} />
        </ActionIcon>
      </span>
      {report && <span className={classes.against}>against {daysText(report.before, today)}</span>}
      <OwnDays address={address} />
      <TeamChoice team={address.team} onChange={team => go({ team, open: undefined, row: undefined })} />
      {report && <span className={classes.asOf}>As of {timeOfDay(report.as_of)}</span>}
    </search>
  )
}

function OwnDays({ address: { period, today, go } }: { address: ReportAddress }) {
  const field = (kind: 'from' | 'to', label: string) => (
    <DateTimeField
      kind="date"
      prefers="past"
      size="xs"
      label={label}
      value={period[kind]}
      max={kind === 'from' ? period.to : today}
      min={kind === 'to' ? period.from : undefined}
      onChange={value => value && go({ ...period, [kind]: value })}
    />
  )
  return (
    <Popover position="bottom-end" withinPortal trapFocus withRoles={false}>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconCalendar size={15} stroke={1.6} aria-hidden />}
          aria-haspopup="dialog"
        >
          Pick days
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Pick days" className={classes.range}>
        {field('from', 'From')}
        {field('to', 'To')}
      </Popover.Dropdown>
    </Popover>
  )
}

/** For those who see more than one team. */
function TeamChoice({ team, onChange }: { team: number | undefined; onChange(team: number | undefined): void }) {
  const seesTeams = useSession().user?.permissions.includes('can_view_team') ?? false
  const { data = [] } = useQuery({ ...teamsQuery(), enabled: seesTeams })
  if (data.length < 2) return null
  return (
    <Select
      size="xs"
      w={150}
      clearable
      aria-label="Team"
      placeholder="All teams"
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={team === undefined ? null : String(team)}
      onChange={value => onChange(value === null ? undefined : Number(value))}
    />
  )
}
