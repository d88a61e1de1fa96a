import { useCallback } from 'react'
import { useActiveConnection } from '../../state/services.tsx'

/** Returns the connection's name of a product, or the platform's if the connection does not list it. */
export function useProductName(): (product: string) => string {
  const products = useActiveConnection()?.settings.products
  return useCallback((product) => products?.find(({ productid }) => productid === product)?.name ?? product, [products])
}
