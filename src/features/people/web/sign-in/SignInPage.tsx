import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import { BrandMark } from '../../../../product/brand/BrandMark.tsx'
import { site } from '../../../../product/site.ts'
import { systemStatus } from '../../../settings/web/client.ts'
import { providers } from '../client/people.ts'
import { LegalLinks } from '../legal/LegalLinks.tsx'
import { POPUP_BLOCKED } from '../messages.ts'
import { useSession } from '../session.ts'
import { mayEnter } from '../sessionStore.ts'
import { BrandScene } from './BrandScene.tsx'
import { brandText } from './brandText.ts'
import { askForScopes, continueWithoutWindow, continueWithProvider, finishRedirect } from './consent.ts'
import { signInManually } from './enter.ts'
import { claimRedirectAnswer } from './identityWindow.ts'
import { isOwnPath } from './landing.ts'
import { ManualForm } from './ManualForm.tsx'
import { ProductPoints } from './ProductPoints.tsx'
import { SignInButton } from './SignInButton.tsx'
import classes from './SignInPage.module.css'
import type { Scopes } from './scopes.ts'

/** Whoever builds the product can hide the manual form in their browser with this cookie. */
const hidesManualForm = () => document.cookie.split('; ').some(cookie => cookie.startsWith('no_dev_login='))

/** The public first page: what the product is, and one button. */
export function SignInPage() {
  const session = useSession()
  const origin = useOrigin()
  const { data } = useQuery(providers())
  useWayIn(origin)
  const text = brandText[site.brand]
  const [provider] = data?.providers ?? []
  // A demo has the form before the server says so: nothing moves when the answer comes.
  const hasForm = data?.manual_form ?? site.mode === 'demo'
  const signInBy = async (email: string, password: string) => {
    if (await signInManually(email, password)) await askForScopes(origin)
  }
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <header className={classes.brand}>
          <BrandMark brand={site.brand} size={22} />
          <span className={classes.name}>{site.site_name}</span>
          {!/\bCRM\b/i.test(site.site_name) && <span className={classes.product}>CRM</span>}
        </header>
        <div className={classes.text}>
          <h1 className={classes.headline}>
            {text.headline[0]} <br />
            {text.headline[1]}
          </h1>
          <p className={classes.promise}>{text.promise}</p>
          <MaintenanceNote />
          <SignInButton
            provider={provider?.name ?? 'Google'}
            user={session.user}
            missing={missingOf(session.scopes)}
            waiting={session.loading || session.scopes.scopesLoading}
            onPress={() => void (session.user ? askForScopes(origin) : continueWithProvider(origin))}
          />
          {session.user && session.scopes.scopesLoading && (
            <p className={classes.scopes} role="status">
              Almost there: choose your account and allow mail and calendar in the window that opened.
            </p>
          )}
          <p className={classes.error} role="alert">
            {session.error}
          </p>
          {session.error === POPUP_BLOCKED && !session.user && (
            <button type="button" className={classes.instead} onClick={() => void continueWithoutWindow(origin)}>
              Continue without a pop-up
            </button>
          )}
          <p className={classes.scopes}>
            Calendar access keeps tasks and showings in step. Read-only mail access stops campaigns when a lead replies
            and shows e-mail history on the timeline.
          </p>
          <hr className={classes.rule} />
          {hasForm && !hidesManualForm() && !session.user && (
            <>
              <ManualForm busy={session.loading} demo={site.mode === 'demo'} onSubmit={signInBy} />
              <hr className={classes.rule} />
            </>
          )}
          <ProductPoints />
        </div>
        <LegalLinks />
      </main>
      <BrandScene brand={site.brand} />
    </div>
  )
}

/** Where the person wanted to go before they were sent here. */
function useOrigin(): string {
  const router = useRouter()
  const [origin] = useState(() => {
    const { from } = router.state.location.search as { from?: unknown }
    return isOwnPath(from) ? from : '/'
  })
  return origin
}

/** Leaves this page for whoever may enter, takes up an answer after a redirect, and asks for missing scopes. */
function useWayIn(origin: string): void {
  const router = useRouter()
  const state = useSession()
  const [answer] = useState(claimRedirectAnswer)
  const enters = mayEnter(state)
  const target = isOwnPath(answer?.origin) ? answer.origin : origin
  useEffect(() => {
    if (enters) router.history.replace(target)
  }, [enters, router, target])
  useEffect(() => {
    void (answer ? finishRedirect(answer, target) : askForScopes(target))
  }, [answer, target])
}

const missingOf = ({ hasEmailAccess, hasCalendarAccess }: Scopes): string | null =>
  hasEmailAccess === hasCalendarAccess ? null : hasEmailAccess ? 'Calendar' : 'Mail'

/** Signed out by maintenance, people read here when to come back. */
function MaintenanceNote() {
  const { data } = useQuery(systemStatus)
  const maintenance = data?.maintenance
  if (!maintenance?.live) return null
  return (
    <p className={classes.maintenance} role="status">
      The CRM is under maintenance. It is expected back at {timeOfDay(maintenance.ends_at)}.
    </p>
  )
}
