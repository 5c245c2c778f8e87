import { configure } from '@testing-library/react'

// As long as `expect.poll` waits (vitest.config.ts): a busy machine may take its time.
configure({ asyncUtilTimeout: 25_000 })

/** What browsers have and jsdom has not: Mantine asks for the colour scheme, watches sizes and scrolls to what is chosen. */
window.matchMedia = (media: string) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} })
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => undefined
