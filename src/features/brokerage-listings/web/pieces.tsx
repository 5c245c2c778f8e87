export { HomePhoto } from './HomePhoto.tsx'
