import { ActionIcon, Button, Menu, Switch } from '@mantine/core'
import { IconCopy, IconDots, IconFlask, IconListDetails, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Badge, Sparkline } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import type { Automation } from '../../contract/records.ts'
import { copyOf, deleteAsked, switchAsked } from '../automationActions.ts'
import { StepMark } from '../flow/StepMark.tsx'
import { lastText, maySwitchOn } from '../rules/list.ts'
import classes from './Automations.module.css'

interface AutomationRowProps {
  automation: Automation
  now: Date
  isCurrent: boolean
  onFocus(): void
}

const orDash = (value: number): string => (value === 0 ? '–' : count(value))

/** An automation in the list: its switch, what it does, how it went, when it last ran or why it does not. */
export function AutomationRow({ automation, now, isCurrent, onFocus }: AutomationRowProps) {
  const { id, name, summary, definition, figures, days, state, may_change, agent } = automation
  const params = { id: String(id) }
  const isOn = state === 'on'
  return (
    <tr data-current={isCurrent || undefined} onFocus={onFocus}>
      <td className={classes.switch}>
        <Switch
          size="sm"
          aria-label={`“${name}” is on`}
          checked={isOn}
          disabled={!may_change || (!isOn && !maySwitchOn(automation))}
          onChange={event => void switchAsked(automation, event.currentTarget.checked)}
        />
      </td>
      <td className={classes.name}>
        <StepMark kind={definition.trigger.kind} />
        <span>
          <span className={classes.title}>
            <Link to="/automations/$id" params={params}>
              {name}
            </Link>{' '}
            {automation.stopped_itself ? (
              <Badge hue="amber">
                {automation.stopped_itself.reason === 'loop' ? 'Stopped itself: loop' : 'Stopped itself'}
              </Badge>
            ) : (
              state === 'draft' && <Badge>Draft</Badge>
            )}
          </span>
          <span className={classes.summary}>
            {summary}
            {agent && ` · leads of ${agent.fullname}`}
          </span>
        </span>
      </td>
      <td data-number className={classes.strong}>
        {orDash(figures.runs)}
      </td>
      <td className={classes.spark}>
        {days.some(day => day > 0) && (
          <Sparkline values={days} recent={1} width={76} height={20} label={`${days.at(-1) ?? 0} runs today`} />
        )}
      </td>
      <td data-number>{orDash(figures.done)}</td>
      <td data-number>{orDash(figures.stopped)}</td>
      <td data-number data-failed={figures.failed > 0 || undefined}>
        {orDash(figures.failed)}
      </td>
      <td className={classes.last}>{lastText(automation, now)}</td>
      <td className={classes.actions}>
        {automation.stopped_itself && (
          <Button component={Link} to={`/automations/${id}?view=runs` as never} variant="default">
            See why
          </Button>
        )}
        {state === 'draft' && automation.problems.length === 0 && automation.needs_dry_run && may_change && (
          <Button
            component={Link}
            to={`/automations/${id}` as never}
            variant="default"
            leftSection={<IconFlask size={15} stroke={1.6} aria-hidden />}
          >
            Dry run
          </Button>
        )}
        <RowMenu automation={automation} />
      </td>
    </tr>
  )
}

function RowMenu({ automation }: { automation: Automation }) {
  const navigate = useNavigate()
  const open = (id: number, search: object = {}) =>
    void navigate({ to: '/automations/$id', params: { id: String(id) }, search: search as never })
  const copy = async () => {
    const made = await copyOf(automation)
    if (made) open(made.id)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for “${automation.name}”`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListDetails size={15} stroke={1.6} />}
          onClick={() => open(automation.id, { view: 'runs' })}
        >
          Runs
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => void copy()}>
          Copy
        </Menu.Item>
        {automation.may_change && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => void deleteAsked(automation)}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
