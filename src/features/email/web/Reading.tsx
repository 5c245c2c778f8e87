import { useQuery } from '@tanstack/react-query'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { initialsOf } from '../../../platform/web/text.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { PlaceholderValues } from '../../templates/rules/placeholders.ts'
import { FilledContent, FilledText } from '../../templates/web/pieces.tsx'
import classes from './Compose.module.css'
import { signatureQuery } from './client/emails.ts'
import { type EmailDraft, isWhole } from './rules/draft.ts'

interface ReadingProps {
  email: EmailDraft
  /** `null` while they are not known. */
  values: PlaceholderValues | null
  /** Whether the way to unsubscribe stands below. */
  isCommercial: boolean
}

/** The e-mail as its reader sees it. */
export function Reading({ email, values, isCommercial }: ReadingProps) {
  const { user } = useSession()
  const { subject, content } = email
  const { data: signature } = useQuery({ ...signatureQuery, select: given => (given.content === '' ? null : given) })
  if (!values || (subject.trim() === '' && content.trim() === ''))
    return <p className={classes.nothing}>{values ? 'Nothing written yet.' : 'Loading...'}</p>
  return (
    <article className={classes.sheet} data-whole={isWhole(email) || undefined}>
      <h4 className={classes.sheetSubject}>
        <FilledText text={subject} values={values} />
      </h4>
      <p className={classes.sheetFrom}>
        {user && <Initials text={initialsOf(user.firstName, user.lastName)} size={28} />}
        <span>
          {values.agent_full_name}
          <small>to {values.lead_full_name || values.lead_email}</small>
        </span>
      </p>
      <div className={classes.sheetContent}>
        <FilledContent content={content} values={values} />
      </div>
      {signature && (
        <div className={classes.signature}>
          <FilledContent content={signature.content} values={values} />
        </div>
      )}
      {isCommercial && (
        <p className={classes.sheetFoot}>The postal address and the way to unsubscribe are added below.</p>
      )}
    </article>
  )
}
