import type { ComponentType } from 'react'
import type { Brand } from '../../../platform/ui/tokens.ts'
import classes from './BrandScene.module.css'
import { brandText } from './brandText.ts'
import { FactoryDrawing } from './FactoryDrawing.tsx'
import { GablesDrawing } from './GablesDrawing.tsx'
import { OfferCard } from './OfferCard.tsx'
import { TowersDrawing } from './TowersDrawing.tsx'

const drawings: Readonly<Record<Brand, ComponentType>> = {
  property: GablesDrawing,
  condos: TowersDrawing,
  mrloft: FactoryDrawing,
}

/** The brand's half of the sign-in page, with one piece of product on top. */
export function BrandScene({ brand }: { brand: Brand }) {
  const Drawing = drawings[brand]
  return (
    <div className={classes.scene}>
      <Drawing />
      <OfferCard text={brandText[brand].offer} />
    </div>
  )
}
