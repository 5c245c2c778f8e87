import { APP_VERSION } from '../../../../platform/wire/envelope.ts'
import classes from './LegalLinks.module.css'

/** The public papers; they open beside the page, so that nothing typed is lost. */
export function LegalLinks() {
  return (
    <footer className={classes.footer}>
      <a href="/privacy" target="_blank" rel="noopener">
        Privacy policy
      </a>
      <a href="/terms" target="_blank" rel="noopener">
        Terms of service
      </a>
      <a href="/disclosure" target="_blank" rel="noopener">
        Limited-use disclosure
      </a>
      <span className={classes.version}>
        <span className="visually-hidden">Version </span>
        {APP_VERSION}
      </span>
    </footer>
  )
}
