import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { systemStatus } from '../../features/settings/web/client.ts'
import { refetchEverything } from '../../platform/web/calls/queryClient.ts'
import { reportError } from '../../platform/web/errorReports.ts'
import { copyText, notify } from '../../platform/web/page/notices.ts'
import classes from './Dev.module.css'
import { accountFacts, type BrowserState, browserFacts, type Fact, factsText } from './facts.ts'

const apiDocuments = [
  { href: '/docs', label: 'Calls', note: 'Every call, to be tried' },
  { href: '/openapi.json', label: 'OpenAPI', note: 'The same for programs' },
]
const readiness = { href: '/readyz', label: 'Ready', note: 'Whether the database answers' }

async function readBrowser(): Promise<BrowserState> {
  const estimate = await navigator.storage?.estimate().catch(() => null)
  return {
    userAgent: navigator.userAgent,
    language: navigator.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    width: window.innerWidth,
    height: window.innerHeight,
    isOnline: navigator.onLine,
    hasServiceWorker: Boolean(navigator.serviceWorker?.controller),
    stored: estimate?.usage ?? null,
  }
}

function useBrowser(): BrowserState | null {
  const [browser, setBrowser] = useState<BrowserState | null>(null)
  useEffect(() => {
    let isShown = true
    readBrowser().then(state => isShown && setBrowser(state), reportError)
    return () => {
      isShown = false
    }
  }, [])
  return browser
}

/** What developers and support ask for: the account, the browser, and where the interface is described. */
export function DevPage() {
  const session = useSession()
  const { data: status } = useQuery(systemStatus)
  const browser = useBrowser()
  const account = accountFacts(session)
  const documents = status?.has_api_docs ? [...apiDocuments, readiness] : [readiness]
  const device = browser ? browserFacts(browser, status?.version ?? null) : []
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>Developer</h1>
          <p>What support asks for, and where the interface for other programs is described.</p>
        </div>
        <Actions facts={[...account, ...device]} />
      </header>
      <Facts title="This account" facts={account} />
      <Facts title="This browser" facts={device} />
      <section aria-label="Interface">
        <h2>Interface</h2>
        <ul className={classes.links}>
          {documents.map(({ href, label, note }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer">
                {label}
              </a>
              <span>{note}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Actions({ facts }: { facts: readonly Fact[] }) {
  const [isFetching, setFetching] = useState(false)
  const copy = () => copyText(factsText(facts), 'Copied. It names no lead.')
  const fetchAgain = async () => {
    setFetching(true)
    await refetchEverything()
    setFetching(false)
    notify('Everything that is open was fetched again.')
  }
  return (
    <div className={classes.actions}>
      <Button variant="default" loading={isFetching} onClick={() => void fetchAgain()}>
        Fetch again
      </Button>
      <Button onClick={() => void copy()}>Copy for support</Button>
    </div>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
