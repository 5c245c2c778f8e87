import '../platform/web/strictPage.ts'
import '@fontsource-variable/inter/opsz.css'
import '../platform/ui/theme/mantine.ts'
import '../platform/ui/theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { themeOf, variablesOf } from '../platform/ui/theme/theme.ts'
import { queryClient } from '../platform/web/calls/queryClient.ts'
import { pageNonce } from '../platform/web/nonce.ts'
import { setRegion } from '../platform/web/region.ts'
import { lookOf } from '../product/brand/brands.ts'
import { region } from '../product/region/region.ts'
import { site } from '../product/site.ts'
import { webFeatures } from './features.web.ts'
import { router } from './routes.ts'
import { arrive } from './shell/arrive.ts'
import { shareNonce, startLater, watchVersion } from './shell/startPage.ts'

const root = document.getElementById('root')
const look = lookOf(site.brand)

setRegion(region)
document.title = site.site_name
shareNonce()
for (const { adds = [] } of webFeatures) for (const contribution of adds) contribution.register()
arrive(router.latestLocation)
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={themeOf(look)}
        cssVariablesResolver={variablesOf(look)}
        defaultColorScheme="auto"
        getStyleNonce={pageNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
watchVersion(listener => router.subscribe('onBeforeLoad', event => event.pathChanged && listener()))
startLater()
