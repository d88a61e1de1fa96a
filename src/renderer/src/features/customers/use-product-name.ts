import { useCallback } from 'react'
import { useActiveConnection } from '../../state/desk.tsx'

/** A product in the connection's own words where it offers it; otherwise as the platform calls it. */
export function useProductName(): (product: string) => string {
  const products = useActiveConnection()?.settings.products
  return useCallback((product) => products?.find(({ productid }) => productid === product)?.name ?? product, [products])
}
