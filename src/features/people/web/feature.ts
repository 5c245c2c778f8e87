import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { adminSections } from '../../settings/web/extensions.ts'

export const peopleWeb = defineWebFeature({
  pages: [
    { path: '/login', screen: screen('SignInPage', () => import('./sign-in/SignInPage.tsx')), place: 'public' },
    { path: '/privacy', screen: screen('PrivacyPage', () => import('./legal/PrivacyPage.tsx')), place: 'public' },
    { path: '/terms', screen: screen('TermsPage', () => import('./legal/TermsPage.tsx')), place: 'public' },
    {
      path: '/disclosure',
      screen: screen('DisclosurePage', () => import('./legal/DisclosurePage.tsx')),
      place: 'public',
    },
    {
      path: '/sign-ins',
      screen: screen('SignInsPage', () => import('./sessions/SignInsPage.tsx')),
      place: { id: 'sign_ins', tooltip: 'My sign-ins', roles: ['everybody'], group: 'hidden', exact: true },
    },
  ],
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: ['agents', 'user', 'feature'],
})
