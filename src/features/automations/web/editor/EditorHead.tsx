import { ActionIcon, Button, Menu, SegmentedControl, Switch } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDots, IconFlask, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import segments from '../../../../platform/ui/Segments.module.css'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Automation } from '../../contract/records.ts'
import { NAME_LENGTH } from '../../rules/definition.ts'
import { copyOf, deleteAsked, switchAsked } from '../automationActions.ts'
import { sizeText } from '../rules/words.ts'
import classes from './EditorHead.module.css'
import { SaveButton } from './SaveButton.tsx'
import type { Rehearsal, View } from './useEditor.ts'
import type { Workbench } from './useWorkbench.ts'

const MINUTE = 60_000

interface EditorHeadProps {
  automation: Automation | null
  bench: Workbench
  view: View
  isWide: boolean
  rehearsal: Rehearsal
  onView(view: View): void
}

/** The name, how it stands, the ways between its views, and what is done with it next. */
export function EditorHead({ automation, bench, view, isWide, rehearsal, onView }: EditorHeadProps) {
  const mayChange = automation?.may_change ?? true
  return (
    <header className={classes.head}>
      <Link to="/automations" search={true} className={classes.back} aria-label="All automations">
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      </Link>
      <div className={classes.titles}>
        <h1>
          {mayChange ? (
            <input
              className={classes.name}
              aria-label="Name"
              placeholder="Name of the automation"
              maxLength={NAME_LENGTH}
              size={Math.max(14, bench.work.name.length)}
              value={bench.work.name}
              onChange={event => bench.change({ name: event.currentTarget.value })}
            />
          ) : (
            <span>{bench.work.name}</span>
          )}
          <StateBadge automation={automation} />
        </h1>
        <p>{automation ? <Facts automation={automation} bench={bench} /> : sizeText(bench.work.definition)}</p>
      </div>
      <Views automation={automation} view={view} isWide={isWide} onView={onView} />
      {mayChange && <SaveButton automation={automation} bench={bench} />}
      {rehearsal.run && isWide && (
        <Button
          variant={automation?.needs_dry_run && automation.state !== 'on' && !bench.isDirty ? 'filled' : 'default'}
          leftSection={<IconFlask size={15} stroke={1.6} aria-hidden />}
          loading={rehearsal.isRunning}
          onClick={() => {
            rehearsal.run?.()
            if (view !== 'list') onView('flow')
          }}
        >
          Dry run
        </Button>
      )}
      {automation && mayChange && <SwitchOn automation={automation} isDirty={bench.isDirty} />}
      {automation && <HeadMenu automation={automation} />}
    </header>
  )
}

function StateBadge({ automation }: { automation: Automation | null }) {
  if (!automation) return <Badge>Not saved</Badge>
  if (automation.stopped_itself) return <Badge hue="amber">Stopped itself</Badge>
  if (automation.state === 'on') return <Badge hue="green">On</Badge>
  return <Badge>{automation.state === 'draft' ? 'Draft' : 'Off'}</Badge>
}

/** "Version 3 since Nov 4 · 214 runs in 30 days", or what is in a flow that never ran. */
function Facts({ automation, bench }: { automation: Automation; bench: Workbench }) {
  const now = useNow(MINUTE)
  const { number, number_since, figures, state, updated_at } = automation
  if (state === 'draft')
    return `${sizeText(bench.work.definition)} · ${bench.isDirty ? 'kept on this device' : `saved ${timeOfDay(updated_at)}`}`
  const parts = [
    `Version ${number} since ${shortDay(number_since, now)}`,
    `${count(figures.runs)} ${figures.runs === 1 ? 'run' : 'runs'} in 30 days`,
    figures.stopped > 0 && `${count(figures.stopped)} stopped by a rule`,
    figures.failed > 0 && `${count(figures.failed)} failed`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Views({
  automation,
  view,
  isWide,
  onView,
}: Pick<EditorHeadProps, 'automation' | 'view' | 'isWide' | 'onView'>) {
  const flows = isWide ? { flow: 'Flow', list: 'List' } : { list: 'Steps', dry: 'Dry run' }
  const saved = automation && {
    runs: automation.figures.runs > 0 ? `Runs ${count(automation.figures.runs)}` : 'Runs',
    versions: `Versions ${automation.number}`,
  }
  return (
    <SegmentedControl
      className={segments.control}
      size="xs"
      aria-label="View"
      value={view}
      data={Object.entries({ ...flows, ...saved }).map(([value, label]) => ({ value, label }))}
      onChange={value => onView(value as View)}
    />
  )
}

/** Switches it on, once it has been rehearsed as it is; off again by the same place. */
function SwitchOn({ automation, isDirty }: { automation: Automation; isDirty: boolean }) {
  const { state, problems, needs_dry_run, name } = automation
  if (state === 'on')
    return <Switch aria-label={`“${name}” is on`} checked onChange={() => void switchAsked(automation, false)} />
  const reason = isDirty
    ? 'Save it first.'
    : (problems[0] ?? (needs_dry_run ? 'Do a dry run first: it shows what would have happened.' : null))
  return (
    <Button
      variant={reason === null ? 'filled' : 'default'}
      disabled={reason !== null}
      {...(reason === null ? {} : { title: reason })}
      onClick={() => void switchAsked(automation, true)}
    >
      Switch on
    </Button>
  )
}

function HeadMenu({ automation }: { automation: Automation }) {
  const navigate = useNavigate()
  const copy = async () => {
    const made = await copyOf(automation)
    if (made) void navigate({ to: '/automations/$id', params: { id: String(made.id) } })
  }
  const remove = async () => {
    if (await deleteAsked(automation)) void navigate({ to: '/automations' })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label="More" title="More">
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => void copy()}>
          Copy
        </Menu.Item>
        {automation.may_change && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void remove()}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
