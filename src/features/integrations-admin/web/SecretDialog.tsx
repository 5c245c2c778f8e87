import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { copyText } from '../../../platform/web/page/notices.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './Integrations.module.css'

/** A key, or the secret of a webhook, while it can still be read. */
export interface NewSecret {
  what: 'key' | 'secret'
  /** Whose it is. */
  name: string
  secret: string
}

/** Shows a secret this once. */
export function SecretDialog({ given: { what, name, secret }, onClose }: { given: NewSecret; onClose(): void }) {
  const isWide = useIsWide()
  const title = what === 'key' ? `Key of ${name}` : `Secret of ${name}`
  return (
    <Dialog opened onClose={onClose} title={title} fullScreen={!isWide} size={520}>
      <p className={classes.said}>
        Copy it now: it can’t be shown again.{' '}
        {what === 'key'
          ? 'Requests carry it as “Authorization: Bearer …”.'
          : 'The receiver checks the signature of each event with it.'}
      </p>
      <code className={classes.secret}>{secret}</code>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconCopy size={15} stroke={1.6} />}
          onClick={() => void copyText(secret)}
        >
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
