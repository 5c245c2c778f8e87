import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { keepNoticesAbove } from '../../web/page/keepNoticesAbove.ts'
import { useIsWide } from '../../web/viewport.ts'
import { Dialog } from './Dialog.tsx'
import classes from './FormDialog.module.css'

interface FormDialogProps {
  title: string
  /** What its main button does, such as "Record". */
  action: string
  /** How the form stands, see `useCallForm`. */
  form: { isSending: boolean; failure: string | null; submit(event?: FormEvent): Promise<void> }
  /** Whether there is something to send yet. */
  maySubmit?: boolean
  size?: number
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: its fields, what went wrong, and its two buttons. On a phone it fills the screen. */
export function FormDialog({ title, action, form, maySubmit = true, size = 480, onClose, children }: FormDialogProps) {
  const isWide = useIsWide()
  return (
    <Dialog opened onClose={onClose} title={title} fullScreen={!isWide} size={size}>
      <form className={classes.form} onSubmit={event => void form.submit(event)}>
        {children}
        {form.failure !== null && (
          <p className={classes.failure} role="alert">
            {form.failure}
          </p>
        )}
        <div ref={keepNoticesAbove} className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSending} disabled={!maySubmit}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
