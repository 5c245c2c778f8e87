import '../platform/web/strictPage.ts'
import '@fontsource-variable/inter/opsz.css'
import '@mantine/core/styles.css'
import '../platform/ui/theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { themeOf, variablesOf } from '../platform/ui/theme/theme.ts'
import { queryClient } from '../platform/web/calls/queryClient.ts'
import { config } from '../platform/web/config.ts'
import { webFeatures } from './features.web.ts'
import { router } from './routes.ts'
import { arrive } from './shell/arrive.ts'
import { pageNonce, shareNonce, startLater, watchVersion } from './shell/startPage.ts'

const root = document.getElementById('root')

document.title = config.site_name
shareNonce()
for (const { adds = [] } of webFeatures) for (const contribution of adds) contribution.register()
arrive(router.latestLocation)
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={themeOf(config.brand)}
        cssVariablesResolver={variablesOf(config.brand)}
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
