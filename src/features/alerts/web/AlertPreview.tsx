import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { type Tab, TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Alert } from '../contract/alerts.ts'
import classes from './Alerts.module.css'
import { previewQuery } from './client.ts'
import type { AlertActions } from './useAlertActions.ts'

const tabs: Tab[] = [
  { id: 'html', label: 'HTML' },
  { id: 'text', label: 'Plain text' },
]

interface AlertPreviewProps {
  alert: Alert
  actions: AlertActions
  onClose(): void
}

/** The e-mail as it would go out now; its links lead nowhere. */
export function AlertPreview({ alert, actions, onClose }: AlertPreviewProps) {
  const wide = useIsWide()
  const { data, error, refetch } = useQuery(previewQuery(alert.id))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={data && data.listings > 0 ? data.subject : 'Preview'}
      fullScreen={!wide}
      size={720}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className={classes.preview}>
          {data.listings > 0 && <SentEmail html={data.html} text={data.text} />}
          <div className={classes.foot}>
            <p className={classes.reasons}>{data.refusals.join(' ')}</p>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              disabled={data.refusals.length > 0}
              onClick={() => {
                onClose()
                void actions.send(alert)
              }}
            >
              Send now
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function SentEmail({ html, text }: { html: string; text: string }) {
  const [view, setView] = useState('html')
  return (
    <>
      <TabStrip label="Format" tabs={tabs} active={view} onSelect={setView} />
      <div role="tabpanel" aria-labelledby={`tab-${view}`} className={classes.message}>
        {view === 'html' ? (
          <iframe className={classes.paper} title="The e-mail as HTML" sandbox="" srcDoc={html} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter is scrolled by keyboard, too
          <pre tabIndex={0} className={classes.plain}>
            {text}
          </pre>
        )}
      </div>
    </>
  )
}
