import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { appStore } from '../../platform/web/device.ts'
import { storage } from '../../platform/web/storage.ts'
import { storeAddress } from '../../product/appStores.ts'
import { BrandMark } from '../../product/brand/BrandMark.tsx'
import { site } from '../../product/site.ts'
import classes from './MobilePromo.module.css'

const CLOSED_KEY = 'app-promotion-closed'
const CLOSED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Tells mobile browsers about the app, until closed. */
export function MobilePromo() {
  const [closed, setClosed] = useState(() => storage.read(CLOSED_KEY, CLOSED_FOR_MS) === true)
  const store = appStore()
  const shown = !closed && store !== null
  useEffect(() => {
    if (!shown) return
    // Snackbars stand above the overlay.
    document.documentElement.style.setProperty('--kt-covered-bottom', '80px')
    return () => void document.documentElement.style.removeProperty('--kt-covered-bottom')
  }, [shown])
  if (!shown) return null
  const close = () => {
    storage.write(CLOSED_KEY, true)
    setClosed(true)
  }
  return (
    <section className={classes.overlay} aria-label="Mobile app">
      <BrandMark brand={site.brand} size={32} />
      <span className={classes.text}>Get the CRM app today!</span>
      <Button component="a" size="md" href={storeAddress(store, site)} target="_blank" rel="noreferrer">
        {store === 'ios' ? 'App Store' : 'Google Play'}
      </Button>
      <button type="button" className={classes.close} onClick={close} aria-label="Close">
        <IconX size={18} stroke={1.6} />
      </button>
    </section>
  )
}
