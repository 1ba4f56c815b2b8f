import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { sizeIdOf } from "~/features/cart/schema";
import type { Product } from "~/features/catalogue/schema";
import { dayInWords } from "~/features/days";
import { FEW_LEFT } from "~/features/products/schema";
import { useRootData } from "~/routes/shared/root-data";
import { nameOf } from "~/routes/shared/titles";
import { shownReview } from "~/routes/shared/review/review-card";
import { clockTime, dayOf } from "~/routes/shared/times.server";
import { sessionOf, type Session } from "~/session/session.server";
import { four, grid, section } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { cardsOf, pictureOf, sharedPictureOf } from "../cards";
import { keyForLists } from "../form-key.server";
import { quantityIn } from "../lists/change";
import { publicHeaders, publicMeta } from "../public-page";
import { ShopCard } from "../shop-card";
import { shownWay } from "../ways";
import { Facts } from "./facts";
import { NoSuchProduct } from "./no-such-product";
import { Pictures } from "./pictures";
import type { ProductPage, ShownProduct, ShownSize } from "./product-page";
import { ProductReviews, REVIEWS_HERE, type ShownReviews } from "./product-reviews";
import { StructuredData } from "./structured-data";
import * as styles from "./styles.css";

export const headers = publicHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: page, matches, params }) => {
  if (!page?.product)
    return [{ title: `Product not found – ${nameOf(matches)}` }, { name: "robots", content: "noindex" }];
  const { title, description, image } = page.product;
  return publicMeta(matches, {
    title,
    description: firstWords(description),
    path: `/products/${params.productId}`,
    image: image[0],
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const search = new URL(args.request.url).searchParams;
  const place = await session.whereabouts.query();
  const param = { id: args.params.productId ?? "" };
  try {
    const [{ data: product, related }, lists, marks, formKey] = await Promise.all([
      read(session.api().product.general[":id"].$get({ param, query: place })),
      session.lists.read(),
      session.lists.marks(),
      keyForLists(session),
    ]);
    const productShown = shownProduct(session, product);
    const page: ProductPage = {
      product: productShown,
      size: chosenSize(productShown.sizes, search.get("size")),
      related: cardsOf(related, marks, place),
      ways: product.merchant.hasWays ? await shownWays(session, product, place) : null,
      postcode: place.postcode ?? "",
      reviews: product.reviews ? await newestReviews(session, product._id) : null,
      picture: Number(/^[1-9]\d?$/.exec(search.get("picture") ?? "")?.[0] ?? 1),
      quantity: quantityIn(search.get("quantity")) ?? 1,
      wished: lists.wishlist.includes(product._id),
      inCart: Object.fromEntries(
        lists.carts
          .filter((line) => line.product === product._id)
          .map((line) => [sizeIdOf(line), line.quantity] as const),
      ),
      formKey,
    };
    return page;
  } catch (failure) {
    // A text that is no id finds nothing either.
    if (!(failure instanceof ApiFailure) || (failure.status !== 404 && failure.status !== 422)) throw failure;
    return data({ product: null }, { status: 404, headers: { "Cache-Control": "no-cache" } });
  }
}

/** The newest reviews of a product, and the number of reviews for each number of stars. Null if it has none. */
async function newestReviews(session: Session, id: string): Promise<ShownReviews | null> {
  const { data: reviewPage } = await read(
    session.api().product.general[":id"].reviews.$get({ param: { id }, query: {} }),
  );
  const { reviews, spread, docs } = reviewPage;
  const newest = docs.slice(0, REVIEWS_HERE).map((review) => shownReview(review, (moment) => dayOf(session, moment)));
  return reviews && { reviews, spread, newest };
}

/** The delivery methods of a product's stall, with the times that can be ordered for. */
async function shownWays(session: Session, { _id, merchant }: Product, place: { postcode?: string; day?: string }) {
  const query = { ...place, product: _id };
  const { data: ways } = await read(session.api().stall[":id"].ways.$get({ param: { id: merchant._id }, query }));
  return ways.map((way) => shownWay(way, session.config.timeZone));
}

const fewOf = (quantity: number) => (quantity <= FEW_LEFT ? quantity : null);

function shownProduct(session: Session, { quantity, heldUntil, variants, ...product }: Product): ShownProduct {
  return {
    ...product,
    image: product.image.map((image, place) => (place === 0 ? sharedPictureOf(image) : pictureOf(image))),
    sizes: variants.map(({ quantity: pieces, ...size }) => ({ ...size, left: fewOf(pieces) })),
    left: fewOf(quantity),
    free: heldUntil ? clockTime(session, heldUntil) : null,
    closedUntil: product.merchant.closedUntil ? dayInWords(product.merchant.closedUntil) : null,
  };
}

/** The size in the address, or the first one in stock. A sold-out size is chosen only if all are sold out. */
function chosenSize(sizes: ShownSize[], sizeId: string | null): ShownSize {
  const sizesInStock = sizes.filter(({ left }) => left !== 0);
  const choice = sizesInStock.length > 0 ? sizesInStock : sizes;
  const size = choice.find(({ _id }) => _id === sizeId) ?? choice[0];
  if (!size) throw new Error("a product without a size is on sale");
  return size;
}

export default function ProductDetails() {
  const page = useLoaderData<typeof loader>();
  const publicUrl = useRootData()?.publicUrl ?? "";
  if (!page.product) return <NoSuchProduct />;
  const { product, related, picture, formKey } = page;
  const path = `/products/${product._id}`;
  return (
    <>
      <article className={styles.detail}>
        {/* With the key, another product's page starts with its own first picture. */}
        <Pictures
          key={product._id}
          title={product.title}
          pictures={product.image}
          tint={product.category.tint}
          from={picture}
          video={product.video?.url}
        />
        <Facts page={page} here={path} />
      </article>
      {page.reviews ? (
        <ProductReviews productId={product._id} stall={product.merchant.storeName} shown={page.reviews} />
      ) : null}
      {related.length === 0 ? null : (
        <section className={section}>
          <header>
            <h2>Related Products</h2>
          </header>
          <ul className={classNames(grid, four)}>
            {related.map((card) => (
              <ShopCard key={card.id} card={card} formKey={formKey} returnTo={path} />
            ))}
          </ul>
        </section>
      )}
      <StructuredData product={product} reviews={page.reviews} publicUrl={publicUrl} />
    </>
  );
}

/** The beginning of a description for search results, cut between words. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 155 ? line : `${line.slice(0, 155).replace(/\s\S*$/, "")}…`;
}
