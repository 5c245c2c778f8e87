import { Button } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import type { Campaign } from '../../contract/records.ts'
import type { Wording } from '../../rules/wordings.ts'
import type { StepDraft } from '../rules/stepDraft.ts'
import classes from './StepEditor.module.css'

/** Marks a wording as A or B. */
export const WordingMark = ({ wording }: { wording: Wording }) => (
  <span className={classes.mark} data-wording={wording}>
    {wording.toUpperCase()}
  </span>
)

interface OtherWordingProps {
  form: CallForm<StepDraft>['form']
  campaign: Campaign
  /** Its fields. */
  children: ReactNode
}

/** The second wording of a step, which begins as a copy of the first; without one, the button that adds it. */
export function OtherWording({ form, campaign, children }: OtherWordingProps) {
  const { values, setValues } = form
  const { may_change, stop_after_connection } = campaign
  // The button that was pressed is gone: whoever works by keyboard goes on where it was.
  const isPressed = useRef(false)
  const takeFocus = (element: HTMLElement | null) => {
    if (!element) return
    if (isPressed.current) element.focus()
    isPressed.current = false
  }
  const set = (text: Pick<StepDraft, 'other_subject' | 'other_content'>) => {
    isPressed.current = true
    setValues(text)
  }
  if (values.other_content === null) {
    if (!may_change) return null
    return (
      <Button
        ref={takeFocus}
        className={classes.start}
        variant="default"
        leftSection={<IconArrowsSplit2 size={15} stroke={1.6} aria-hidden />}
        onClick={() => set({ other_subject: values.subject, other_content: values.content })}
      >
        Try a second wording
      </Button>
    )
  }
  return (
    <section className={classes.other} aria-label="Second wording">
      <header>
        <h3 className={classes.wording} ref={takeFocus} tabIndex={-1}>
          <WordingMark wording="b" /> Second wording
        </h3>
        {may_change && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => set({ other_subject: '', other_content: null })}
          >
            Remove
          </Button>
        )}
      </header>
      <p className={classes.note}>
        Half of the leads get it, the other half the first. Statistics compare the replies; other words begin that anew.
      </p>
      {!stop_after_connection && (
        <p className={classes.note}>
          This campaign goes on after a reply, so replies are not counted. Let it stop after a connection to compare.
        </p>
      )}
      {children}
    </section>
  )
}
