import type { Food } from "~/features/food-information/schema";
import { gtinLength } from "~/features/products/gtin-schema";
import { LABELS } from "~/features/food-information/words";
import { shopAddress } from "../shop-address";
import type { ShownReview } from "~/routes/shared/review/review-card";
import type { ShownReviews } from "./product-reviews";
import { isSoldToday, type ShownProduct } from "./product-page";

/** Nutrition, diets and origin in terms of schema.org. Missing statements are left out. */
function structuredFood({ nutrition, labels, originCountry }: Food) {
  const diets = labels.flatMap((label) => {
    const { diet } = LABELS[label] as { diet?: string };
    return diet ? [`https://schema.org/${diet}`] : [];
  });
  return {
    ...(nutrition && {
      nutrition: {
        "@type": "NutritionInformation",
        servingSize: nutrition.per === "100g" ? "100 g" : "100 ml",
        calories: `${nutrition.energyKcal} kcal`,
        fatContent: `${nutrition.fat} g`,
        saturatedFatContent: `${nutrition.saturates} g`,
        carbohydrateContent: `${nutrition.carbohydrate} g`,
        sugarContent: `${nutrition.sugars} g`,
        proteinContent: `${nutrition.protein} g`,
        // EU labels state salt. Salt is 2.5 times the sodium.
        sodiumContent: `${Math.round(nutrition.salt * 400)} mg`,
        ...(nutrition.fibre !== null && { fiberContent: `${nutrition.fibre} g` }),
      },
    }),
    ...(diets.length > 0 && { suitableForDiet: diets }),
    ...(originCountry && { countryOfOrigin: { "@type": "Country", name: originCountry } }),
  };
}

/** The mean of a product's reviews, in terms of schema.org. */
const structuredMean = ({ mean, count }: ShownReviews["reviews"]) => ({
  aggregateRating: { "@type": "AggregateRating", ratingValue: mean, reviewCount: count },
});

/** A barcode by the name that schema.org has for its length. Nothing if it is no GTIN. */
export function structuredBarcode(barcode: string): Record<string, string> {
  const length = gtinLength(barcode);
  return length ? { [`gtin${length}`]: barcode } : {};
}

interface StructuredDataProps {
  product: ShownProduct;
  reviews: ShownReviews | null;
  publicUrl: string;
}

/** The description of a product for search engines: schema.org Product and BreadcrumbList. */
export function StructuredData({ product, reviews, publicUrl }: StructuredDataProps) {
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
      ...structuredBarcode(product.barcode),
      image: product.image.map(({ url }) => publicUrl + url),
      category: product.category.title,
      ...(product.food && structuredFood(product.food)),
      ...(reviews && structuredMean(reviews.reviews)),
      offers: {
        "@type": "Offer",
        url: address,
        price: product.amount.toFixed(2),
        priceCurrency: "USD",
        availability: `https://schema.org/${product.left !== 0 && isSoldToday(product) ? "InStock" : "OutOfStock"}`,
        ...(product.merchant.storeName && { seller: { "@type": "Organization", name: product.merchant.storeName } }),
      },
    },
    {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: trail.map(([name, item], place) => ({ "@type": "ListItem", position: place + 1, name, item })),
    },
  ];
  return <JsonLd of={parts} />;
}

interface StructuredReviewsProps {
  product: { _id: string; title: string };
  reviews: ShownReviews["reviews"];
  docs: ShownReview[];
  publicUrl: string;
}

/** A product's reviews for search engines: their mean, and each that the page shows. */
export function StructuredReviews({ product, reviews, docs, publicUrl }: StructuredReviewsProps) {
  const review = docs.map(({ stars, text, name, createdAt }) => ({
    "@type": "Review",
    reviewRating: { "@type": "Rating", ratingValue: stars },
    author: { "@type": "Person", name: name || "A buyer" },
    datePublished: createdAt.slice(0, 10),
    ...(text && { reviewBody: text }),
  }));
  const { _id, title: name } = product;
  const of = { "@type": "Product", name, url: `${publicUrl}/products/${_id}`, ...structuredMean(reviews), review };
  return <JsonLd of={{ "@context": "https://schema.org", ...of }} />;
}

/** Data for programs. A person's text cannot end the script: "<", without which it cannot, is escaped. */
function JsonLd({ of }: { of: object }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(of).replaceAll("<", "\\u003c") }}
    />
  );
}
