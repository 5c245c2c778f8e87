import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight, IconCopy, IconPlugOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, serverSentence } from '../web/calls/apiErrors.ts'
import { useShownError } from '../web/page/failedParts.ts'
import { copyText } from '../web/page/notices.ts'
import { APP_VERSION } from '../wire/envelope.ts'
import classes from './states.module.css'

interface EmptyStateProps {
  /** What is true. */
  title: string
  /** What happens next. */
  children?: ReactNode
  /** One primary action, and perhaps a second one. */
  actions?: ReactNode
  drawing?: ReactNode
  /** Nothing else is on the screen, which has its heading from here. */
  isPage?: boolean
}

/** Nothing to show: a small drawing inside an unfinished ring. */
export function EmptyState({ title, children, actions, drawing = <House />, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={classes.state}>
      <svg className={classes.ring} viewBox="0 0 132 132" width="132" height="132" aria-hidden="true">
        <circle cx="66" cy="66" r="65" className={classes.track} />
        <path d="M66 1a65 65 0 0 1 61 42.5" className={classes.turn} />
        {drawing}
      </svg>
      <Heading className={classes.title}>{title}</Heading>
      {children && <p className={classes.text}>{children}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

function House() {
  return (
    <>
      <path d="M36 56 66 31l30 25v38H36Z" fill="var(--kt-accent-3)" />
      <path d="M28 61 66 31l38 30" className={classes.roof} />
      <path d="M58 70h16v24H58Z" fill="var(--kt-accent-9)" />
      <circle cx="70" cy="83" r="1.4" fill="var(--kt-surface)" />
    </>
  )
}

interface ErrorStateProps {
  error: unknown
  /** What is said where the server did not refuse with a sentence of its own. */
  failure?: string
  /** What is safe, in a sentence. */
  children?: ReactNode
  onRetry?: () => void
  actions?: ReactNode
  /** Nothing else is on the screen, which has its heading from here. */
  isPage?: boolean
}

/** Answers that no other try changes, as a page says them. */
const refusals: Readonly<Record<number, string>> = { 403: 'Not allowed', 404: 'Not found' }

/** The way to where one came from, for a page that has nothing else to offer; nothing in a window that begins with it. */
export function BackButton() {
  if (history.length < 2) return null
  return (
    <Button size="md" leftSection={<IconArrowLeft size={15} stroke={1.6} />} onClick={() => history.back()}>
      Go back
    </Button>
  )
}

/** "An Error Occurred:" with the message, the version and the stack trace behind its own line; a page that is not there, or not for this person, says only that. */
export function ErrorState({ error, failure, children, onRetry, actions, isPage = false }: ErrorStateProps) {
  useShownError(error)
  const refusal = isPage && error instanceof ApiError ? refusals[error.status] : undefined
  if (refusal)
    return (
      <EmptyState isPage title={refusal} actions={actions ?? <BackButton />}>
        {error instanceof ApiError && error.message}
      </EmptyState>
    )
  const Heading = isPage ? 'h1' : 'h2'
  const thrown = error instanceof Error ? error.message : String(error)
  const message = failure === undefined ? thrown : serverSentence(error, failure)
  const stack = error instanceof Error ? (error.stack ?? thrown) : thrown
  const reference =
    error instanceof Error && 'requestId' in error && error.requestId ? ` · request ${error.requestId}` : ''
  const details = `${message}\nVersion ${APP_VERSION}${reference}\n${stack}`
  return (
    <div className={classes.state} role="alert">
      <span className={classes.mark}>
        <IconPlugOff size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <Heading className={classes.title}>An Error Occurred:</Heading>
      <p className={classes.message}>{message}</p>
      {children && <p className={classes.text}>{children}</p>}
      <div className={classes.actions}>
        {onRetry && (
          <Button size="md" leftSection={<IconRefresh size={15} stroke={1.6} />} onClick={onRetry}>
            Try again
          </Button>
        )}
        {actions}
        <Button
          size="md"
          variant="subtle"
          leftSection={<IconCopy size={15} stroke={1.6} />}
          onClick={() => void copyText(details)}
        >
          Copy details
        </Button>
      </div>
      <details className={classes.details}>
        <summary>
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" /> Stack trace
          <span className={classes.version}>
            Version {APP_VERSION}
            {reference}
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{stack}</pre>
      </details>
    </div>
  )
}
