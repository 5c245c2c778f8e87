import { type ReactNode, useEffect } from 'react'
import { BrandMark } from '../../../../product/brand/BrandMark.tsx'
import { site as config } from '../../../../product/site.ts'
import { LegalLinks } from './LegalLinks.tsx'
import classes from './LegalPage.module.css'

export const EFFECTIVE_DATE = 'May 23, 2019'

/** The name under which the product runs here, and where it can be written to. */
export const site = {
  name: config.site_name,
  domain: config.domain || 'keyturn.test',
  privacyEmail: `privacy@${config.domain || 'keyturn.test'}`,
}

/** Part of a paper, with its anchor. */
export interface LegalPart {
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  /** The whole in two sentences. */
  summary: string
  parts: readonly LegalPart[]
}

/** A public paper: what it says in short, its parts, and a list to jump by. */
export function LegalPage({ title, summary, parts }: LegalPageProps) {
  useEffect(() => {
    document.title = `${title} · ${site.name}`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <a href="/login" className={classes.brand}>
          <BrandMark brand={config.brand} size={20} />
          {site.name}
        </a>
      </header>
      <nav className={classes.parts} aria-label="Parts of this page">
        <ol>
          {parts.map(part => (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <main className={classes.paper}>
        <h1>{title}</h1>
        <p className={classes.date}>Effective {EFFECTIVE_DATE}</p>
        <p className={classes.summary}>{summary}</p>
        {parts.map(part => (
          <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`}>
            <h2 id={`${part.id}-title`}>{part.title}</h2>
            {part.body}
          </section>
        ))}
      </main>
      <div className={classes.end}>
        <LegalLinks />
      </div>
    </div>
  )
}
