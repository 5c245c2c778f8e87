import { Button } from '@mantine/core'
import { EmptyState } from '../../../platform/ui/states.tsx'
import { storeAddress } from '../../../product/appStores.ts'
import { site } from '../../../product/site.ts'

const stores = [
  { id: 'ios', store: 'App Store' },
  { id: 'android', store: 'Google Play' },
] as const

/** Where the apps for phones are, and how the website itself becomes one. */
export function MobileAppsPage() {
  return (
    <EmptyState
      isPage
      title="Mobile Apps"
      actions={stores.map(({ id, store }) => (
        <Button
          key={id}
          component="a"
          size="md"
          variant="default"
          href={storeAddress(id, site)}
          target="_blank"
          rel="noreferrer"
        >
          {store}
        </Button>
      ))}
    >
      Get the app for iPhone, iPad or Android. Without a store, open {site.site_name} in the phone’s browser and choose
      “Add to Home Screen” from its menu.
    </EmptyState>
  )
}
