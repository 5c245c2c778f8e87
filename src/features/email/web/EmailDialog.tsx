import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { fixed } from '../../../platform/ui/theme/tokens.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Email, FullEmail } from '../contract.ts'
import { emailQuery } from './client/emails.ts'
import classes from './Emails.module.css'

interface EmailDialogProps {
  email: Email
  onClose(): void
}

/** An e-mail with what it says. Pictures from elsewhere come when asked for: they tell the sender that it was read. */
export function EmailDialog({ email, onClose }: EmailDialogProps) {
  const wide = useIsWide()
  const [hasPictures, setHasPictures] = useState(false)
  const { data, error, refetch } = useQuery(emailQuery(email.id, hasPictures))
  return (
    <Dialog opened onClose={onClose} title={email.subject || 'No subject'} fullScreen={!wide} size={720}>
      <p className={classes.from}>
        {email.direction === 'in' ? `To ${email.author.name}` : `From ${email.author.name}`} ·{' '}
        {fullTime(email.created_at)}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Body email={data} onPictures={() => setHasPictures(true)} hasAsked={hasPictures} />}
    </Dialog>
  )
}

interface BodyProps {
  email: FullEmail
  hasAsked: boolean
  onPictures(): void
}

function Body({ email, hasAsked, onPictures }: BodyProps) {
  if (email.unavailable)
    return (
      <>
        <p>{email.snippet}</p>
        <p className={classes.from}>{email.unavailable}</p>
      </>
    )
  return (
    <>
      {email.hidden_pictures > 0 && (
        <p className={classes.from}>
          {hasAsked
            ? 'Some pictures cannot be shown.'
            : 'Pictures are hidden: they would tell the sender that you read this.'}{' '}
          {!hasAsked && (
            <Button variant="subtle" size="compact-sm" onClick={onPictures}>
              Show pictures
            </Button>
          )}
        </p>
      )}
      <iframe
        className={classes.paper}
        title="What the e-mail says"
        // Links open beside the product; nothing in here runs or reaches the page around it.
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={paperOf(email.content)}
      />
    </>
  )
}

/** Mail is written for white paper, in every theme. */
const paperOf = (html: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body style="margin:16px;background:${fixed.paper};color:${fixed.paperInk};font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere">${html}</body>`
