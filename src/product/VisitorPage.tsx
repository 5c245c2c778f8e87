import { type ReactNode, useEffect } from 'react'
import { EmptyState } from '../platform/ui/states.tsx'
import { BrandMark } from './brand/BrandMark.tsx'
import { site } from './site.ts'
import classes from './VisitorPage.module.css'

/** A page for somebody who comes from an e-mail and has no account. */
export function VisitorPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${site.site_name}`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <BrandMark brand={site.brand} size={20} />
        {site.site_name}
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}

/** A link that leads nowhere, or nowhere any more. */
export function UnknownLink() {
  return (
    <VisitorPage title="Not Found">
      <EmptyState isPage title="This link does not work">
        It may be incomplete. Open it from the e-mail again, or reply to the e-mail.
      </EmptyState>
    </VisitorPage>
  )
}
