import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EmptyState, ErrorState } from '../../platform/ui/states.tsx'
import { config } from '../../platform/web/config.ts'
import { reportError, reportsErrors } from '../../platform/web/errorReports.ts'
import { draftCount } from '../../platform/web/forms/draftStore.ts'
import { useGoTo } from './drawer/usePages.ts'

/** Sets the window's title while a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${config.site_name}` : config.site_name
    return () => {
      document.title = config.site_name
    }
  }, [title])
}

/** The way out; beside another button that is the first thing to try, it is the second. */
function HomeButton({ isSecond = false }: { isSecond?: boolean }) {
  const goTo = useGoTo()
  return (
    <Button size="md" variant={isSecond ? 'default' : 'filled'} onClick={() => goTo('/')}>
      Back to {config.site_name}
    </Button>
  )
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  useTitle('Not Found')
  return (
    <EmptyState isPage title="Not Found" actions={<HomeButton />}>
      Page not found.
    </EmptyState>
  )
}

/** A page that this person may not open. */
export function NotAllowedPage() {
  useTitle('Not allowed')
  return (
    <EmptyState isPage title="Not allowed" actions={<HomeButton />}>
      You don’t have access to this page. Ask an administrator for it.
    </EmptyState>
  )
}

/** A screen that broke. */
export function ScreenError({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const drafts = draftCount()
  useEffect(() => reportError(error), [error])
  const sent = reportsErrors(config) ? 'We have sent the details to support. ' : ''
  const safe = drafts > 0 ? 'Your unsaved text is safe on this device.' : 'Everything you saved is safe.'
  const retry = () => {
    reset?.()
    void router.invalidate()
  }
  return (
    <ErrorState isPage error={error} onRetry={retry} actions={<HomeButton isSecond />}>
      {sent}
      {safe}
    </ErrorState>
  )
}
