import { Button } from '@mantine/core'
import type { CSSProperties, FormEvent, KeyboardEvent, ReactNode } from 'react'
import { keepNoticesAbove } from '../../web/page/keepNoticesAbove.ts'
import { printedKeys } from '../../web/page/printedKeys.ts'
import { useIsWide } from '../../web/viewport.ts'
import { Initials, KeyHint } from '../pieces.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './SplitDialog.module.css'

const WIDTH = 1056

interface SplitDialogProps {
  title: string
  /** Whom it is about, under the title. */
  person: { initials: string; text: string } | null
  /** At the right of the title. */
  headAction?: ReactNode
  /** What is typed leads to: a picture of it, beside the fields on a wide screen and below them on a phone. */
  aside: ReactNode
  /** The share of the width that the fields take, such as "1.4fr". */
  fieldsWidth?: string
  /** How the draft stands, or what happens next, at the left of the buttons. */
  standing?: ReactNode
  /** A second way to send it, before the main button. */
  otherAction?: ReactNode
  action: string
  form: { isSending: boolean; failure: string | null; submit(event?: FormEvent): Promise<void> }
  maySubmit?: boolean
  /** Enter in a field does not send the form, since that may write to somebody; with Ctrl or ⌘ it does. */
  isSentByEnter?: boolean
  onClose(): void
  children: ReactNode
}

/** A form with what comes of it beside its fields. */
export function SplitDialog(props: SplitDialogProps) {
  const { title, person, headAction, aside, fieldsWidth = '1fr', form, isSentByEnter = true, onClose, children } = props
  const isWide = useIsWide()
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    const isSent = event.ctrlKey || event.metaKey
    if (!isSent && (isSentByEnter || !(event.target instanceof HTMLInputElement))) return
    event.preventDefault()
    if (isSent && (props.maySubmit ?? true)) event.currentTarget.requestSubmit()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size={WIDTH}
      yOffset="4vh"
      classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
      title={
        <span className={classes.head}>
          {person && <Initials text={person.initials} hue="moss" size={32} />}
          <span className={classes.names}>
            {title}
            {person && <span className={classes.person}>{person.text}</span>}
          </span>
        </span>
      }
    >
      <form className={classes.form} onSubmit={event => void form.submit(event)} onKeyDown={onKeyDown}>
        {headAction && <div className={classes.headAction}>{headAction}</div>}
        <div className={classes.halves} style={{ '--fields': fieldsWidth } as CSSProperties}>
          <div className={classes.fields}>{children}</div>
          <div className={classes.aside}>{aside}</div>
        </div>
        <Foot {...props} />
      </form>
    </Dialog>
  )
}

function Foot({ standing, otherAction, action, form, maySubmit = true, onClose }: SplitDialogProps) {
  return (
    <footer ref={keepNoticesAbove} className={classes.foot}>
      {form.failure !== null ? (
        <span className={classes.failure} role="alert">
          {form.failure}
        </span>
      ) : (
        <span className={classes.standing}>{standing}</span>
      )}
      <span className={classes.buttons}>
        <Button size="md" variant="subtle" color="gray" className={classes.cancel} onClick={onClose}>
          Cancel
        </Button>
        {otherAction}
        <Button size="md" type="submit" loading={form.isSending} disabled={!maySubmit}>
          {action}
          <span className={classes.keys} aria-hidden>
            <KeyHint keys={printedKeys('mod+Enter')} />
          </span>
        </Button>
      </span>
    </footer>
  )
}
