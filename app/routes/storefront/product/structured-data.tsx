import { shopAddress } from "../shop-address";
import type { ShownProduct } from "./product-page";

/** What search engines read of a product: schema.org Product and BreadcrumbList. */
export function StructuredData({ product, publicUrl }: { product: ShownProduct; publicUrl: string }) {
  const address = `${publicUrl}/products/${product._id}`;
  const trail: [string, string][] = [
    ["Home", `${publicUrl}/`],
    ["Products", `${publicUrl}/products`],
    [product.category.title, publicUrl + shopAddress({ categoryId: product.category.title })],
    [product.title, address],
  ];
  const parts = [
    {
      "@context": "https://schema.org",
      "@type": "Product",
      name: product.title,
      description: product.description,
      sku: product.sku,
      ...(/^\d{13}$/.test(product.barcode) && { gtin13: product.barcode }),
      image: product.image.map(({ url }) => publicUrl + url),
      category: product.category.title,
      offers: {
        "@type": "Offer",
        url: address,
        price: product.amount.toFixed(2),
        priceCurrency: "USD",
        availability: `https://schema.org/${product.left !== 0 && product.closedUntil === null ? "InStock" : "OutOfStock"}`,
        ...(product.merchant.storeName && { seller: { "@type": "Organization", name: product.merchant.storeName } }),
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: trail.map(([name, item], place) => ({ "@type": "ListItem", position: place + 1, name, item })),
    },
  ];
  // A merchant's text cannot end the script: its only way out, "<", is written as an escape.
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(parts).replaceAll("<", "\\u003c") }}
    />
  );
}
