import { Button } from '@mantine/core'
import { IconCloudCheck } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { MilestoneIcon } from './MilestoneIcon.tsx'
import { composerKinds } from './rules/kinds.ts'
import classes from './Timeline.module.css'

interface ComposerFrameProps {
  label: string
  kinds: ReactNode
  /** The field for the words. */
  children: ReactNode
  failure: string | null
  isDraftKept: boolean
  /** Fields beside the button. */
  options: ReactNode
  submit: { label: string; isSending: boolean; isDisabled: boolean }
  onSubmit(): void
}

/** The box in which something is written down about a lead: kinds above, words, and what goes with them below. */
export function ComposerFrame({ label, kinds, children, failure, isDraftKept, ...foot }: ComposerFrameProps) {
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
        <span className={classes.draft}>
          {isDraftKept && (
            <>
              <IconCloudCheck size={15} stroke={1.6} aria-hidden /> Draft saved
            </>
          )}
        </span>
        <div className={classes.options}>{foot.options}</div>
        <Button
          type="submit"
          size="xs"
          loading={foot.submit.isSending}
          disabled={foot.submit.isDisabled}
          rightSection={<KeyHint keys="⌘↵" />}
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

/** The kinds of things that can be written down. */
export function ComposerKinds({ type, onChoose, children }: ComposerKindsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one choice
    <div className={classes.kinds} role="group" aria-label="What to write down">
      {children}
      {composerKinds.map(({ label, types }) => (
        <ComposerKind
          key={label}
          icon={<MilestoneIcon type={types[0] ?? 0} />}
          isChosen={type !== null && types.includes(type)}
          onChoose={() => onChoose(types[0] ?? 0)}
        >
          {label}
        </ComposerKind>
      ))}
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
