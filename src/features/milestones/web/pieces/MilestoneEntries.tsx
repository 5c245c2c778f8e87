import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconCloudCheck } from '@tabler/icons-react'
import { type CSSProperties, type FormEvent, type ReactNode, useState } from 'react'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { fullTime, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Milestone } from '../../contract.ts'
import { milestoneType, signalOf } from '../../rules.ts'
import { milestoneExtras } from '../extensions.ts'
import { callText, MilestoneBody, MilestoneParts, milestoneText } from '../MilestoneBody.tsx'
import { MilestoneIcon } from '../MilestoneIcon.tsx'
import classes from '../Milestones.module.css'
import { commonArea, composerKinds, groupTitle, milestoneHue, optionText } from '../rules/kinds.ts'

interface ComposerFrameProps {
  label: string
  kinds: ReactNode
  /** The field for the words. */
  children: ReactNode
  failure: string | null
  isDraftSaved: boolean
  /** Fields beside the button. */
  options: ReactNode
  submit: { label: string; isSending: boolean; isDisabled: boolean }
  onSubmit(): void
}

/** The box in which something is written down about a lead: kinds above, words, and what goes with them below. */
export function ComposerFrame({ label, kinds, children, failure, isDraftSaved, ...foot }: ComposerFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    foot.onSubmit()
  }
  return (
    <form className={classes.composer} onSubmit={submit} aria-label={label}>
      {kinds}
      {children}
      {failure !== null && (
        <p className={classes.failed} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <div className={classes.options}>{foot.options}</div>
        <span className={classes.draft}>
          {isDraftSaved && (
            <>
              <IconCloudCheck size={15} stroke={1.6} aria-hidden /> Draft saved
            </>
          )}
        </span>
        <Button
          type="submit"
          size="xs"
          loading={foot.submit.isSending}
          disabled={foot.submit.isDisabled}
          rightSection={<KeyHint keys={printedKeys('mod+Enter')} />}
        >
          {foot.submit.label}
        </Button>
      </div>
    </form>
  )
}

interface ComposerKindsProps {
  /** The type of progress that is being written; `null` while it is something else. */
  type: number | null
  onChoose(type: number): void
  /** What stands before the kinds of progress. */
  children?: ReactNode
}

/** The kinds of things that can be written down, the rarer ones in a menu. */
export function ComposerKinds({ type, onChoose, children }: ComposerKindsProps) {
  const isChosen = ({ types }: { types: readonly number[] }) => type !== null && types.includes(type)
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className={classes.kinds} role="group" aria-label="What to write down">
      {children}
      {composerKinds
        .filter(kind => !kind.isFolded || isChosen(kind))
        .map(kind => (
          <ComposerKind
            key={kind.label}
            icon={<MilestoneIcon type={kind.types[0] ?? 0} />}
            isChosen={isChosen(kind)}
            onChoose={() => onChoose(kind.types[0] ?? 0)}
          >
            {kind.label}
          </ComposerKind>
        ))}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <button type="button" className={classes.kind}>
            More <IconChevronDown size={14} stroke={1.6} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {composerKinds
            .filter(kind => kind.isFolded && !isChosen(kind))
            .map(({ label, types }) => (
              <Menu.Item
                key={label}
                leftSection={<MilestoneIcon type={types[0] ?? 0} />}
                onClick={() => onChoose(types[0] ?? 0)}
              >
                {label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface ComposerKindProps {
  icon: ReactNode
  isChosen: boolean
  onChoose(): void
  children: ReactNode
}

/** One of them. */
export function ComposerKind({ icon, isChosen, onChoose, children }: ComposerKindProps) {
  return (
    <button type="button" className={classes.kind} aria-pressed={isChosen} onClick={onChoose}>
      {icon}
      {children}
    </button>
  )
}

interface EntryFrameProps {
  icon: ReactNode
  /** The node's tint; none for what the product recorded. */
  hue?: Hue | undefined
  title: string
  facts: readonly (string | false | null | undefined)[]
  /** Stands at the end of the line. */
  action?: ReactNode
  at: string
  zone: string
  children?: ReactNode
}

/** One line of the timeline: a node, what happened, when, and what was said below. */
export function EntryFrame({ icon, hue, title, facts, action, at, zone, children }: EntryFrameProps) {
  const node = hue
    ? ({ '--node-tint': `var(--kt-${hue}-tint)`, '--node-text': `var(--kt-${hue}-text)` } as CSSProperties)
    : undefined
  return (
    <li className={classes.item}>
      <span className={classes.node} style={node}>
        {icon}
      </span>
      <div className={`${classes.line} ${hue ? '' : classes.quiet}`}>
        <span className={classes.title}>{title}</span>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {action}
      </div>
      <time className={classes.time} dateTime={at} title={fullTime(at, zone)}>
        {timeOfDay(at, zone)}
      </time>
      {children && <div className={classes.below}>{children}</div>}
    </li>
  )
}

/** What features add below the entries; of a run, what there is of each part. */
function Extras({ entries }: { entries: readonly Milestone[] }) {
  return milestoneExtras
    .parts()
    .flatMap(({ order, isFor, Extra }) =>
      entries.filter(isFor).map(entry => <Extra key={`${order} ${entry.id}`} milestone={entry} />),
    )
}

interface MilestoneGroupProps {
  entries: readonly [Milestone, ...Milestone[]]
  zone: string
  /** What else is to be said of them. */
  fact?: string
  /** Stands for a run while its parts are folded away. */
  children?: ReactNode
}

/** Of requests the value is the home, of consents what they are now, of an e-mail its subject: none says anything without it. */
const namesItsValue = (type: number, count: number): boolean =>
  signalOf(type)?.request !== undefined ||
  type === milestoneType.consentChanged ||
  (count === 1 && (type === milestoneType.email || type === milestoneType.marketingEmail))

/** Milestones on one line: one, or a run of the same. The newest comes first. */
export function MilestoneGroup({ entries, zone, fact, children }: MilestoneGroupProps) {
  const [open, setOpen] = useState(false)
  const [entry] = entries
  const { milestone_type_id: type, milestone_option_id: option } = entry
  const count = entries.length
  const hue = milestoneHue(type)
  const isQuiet = hue === undefined && count === 1
  const by = [entry.author?.name, entry.possessed && `for ${entry.possessed.name}`].filter(Boolean).join(' ')
  return (
    <EntryFrame
      icon={<MilestoneIcon type={type} />}
      hue={hue}
      title={groupTitle(type, count, count > 1 ? commonArea(entries) : null)}
      facts={[
        optionText(type, option),
        namesItsValue(type, count) && entry.value,
        callText(entry),
        by,
        isQuiet && milestoneText(entry),
        fact,
      ]}
      at={entry.happened_at}
      zone={zone}
      action={
        count > 1 && (
          <button type="button" className={classes.unfold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </button>
        )
      }
    >
      {!isQuiet && count === 1 && <MilestoneBody milestone={entry} />}
      <Extras entries={entries} />
      {count > 1 && (open ? <MilestoneParts milestones={entries} zone={zone} /> : children)}
    </EntryFrame>
  )
}
