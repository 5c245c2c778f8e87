import type { ComponentType } from 'react'
import type { Brand } from '../../../../product/brand/brands.ts'
import { FactoryDrawing } from '../drawings/FactoryDrawing.tsx'
import { GablesDrawing } from '../drawings/GablesDrawing.tsx'
import { TowersDrawing } from '../drawings/TowersDrawing.tsx'
import classes from './BrandScene.module.css'
import { brandText } from './brandText.ts'
import { OfferCard } from './OfferCard.tsx'

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
