import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { read } from "~/api/client";
import type { Category } from "~/features/catalogue/schema";
import { useRootData } from "~/routes/shared/root-data";
import { sessionOf } from "~/session/session.server";
import { apart, five, grid, row, section } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { CategoryChips } from "~/ui/category-chips/category-chips";
import { CategoryTile, CategoryTiles } from "~/ui/category-tile/category-tile";
import { classNames } from "~/ui/class-names/class-names";
import { Hero, heroLinks, HomeTop } from "~/ui/hero/hero";
import { SellBand } from "~/ui/sell-band/sell-band";
import { cardsOf, pictureOf } from "../cards";
import { categoryPages } from "~/routes/shared/categories.server";
import { keyForLists } from "../form-key.server";
import { publicHeaders, publicMeta } from "../public-page";
import { shopAddress } from "../shop-address";
import { ShopCard, useMayBuy } from "../shop-card";

const FEATURED = 5;
const TOP_CATEGORIES = 12;

export const headers = publicHeaders;

export const links = heroLinks;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    description:
      "Fruit, bread, fish and honey, straight from the stallholder to your kitchen. Sale up to 48% off, and shipping is free unless a stall says otherwise.",
    path: "/",
  });

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const upTo = Number(/^[1-9]\d?$/.exec(new URL(args.request.url).searchParams.get("categories") ?? "1")?.[0] ?? 1);
  const place = await session.whereabouts.query();
  const [shelves, top, latest, marks, formKey] = await Promise.all([
    categoryPages(session, upTo),
    read(session.api().category.$get({ query: { sort: "products" } })),
    read(session.api().product.general.$get({ query: place.postcode ? { ...place, reach: "mark" } : {} })),
    session.lists.marks(),
    keyForLists(session),
  ]);
  const tiles = shelves.docs.map(tileOf);
  return {
    shelves: tiles,
    moreShelves: shelves.hasNextPage ? upTo + 1 : null,
    // Reuses the tiles of the shelves, because a page's data contains each object once.
    top: top.data.docs.slice(0, TOP_CATEGORIES).map((category) => {
      const tile = tileOf(category);
      return tiles.find(({ title }) => title === tile.title) ?? tile;
    }),
    featured: cardsOf(latest.data.docs.slice(0, FEATURED), marks, place),
    formKey,
  };
}

function tileOf({ title, tint, image }: Category) {
  return { title, tint, ...(image && { image: pictureOf(image) }) };
}

export default function Home() {
  const { shelves, moreShelves, top, featured, formKey } = useLoaderData<typeof loader>();
  const name = useRootData()?.market.name ?? "Fieldstall";
  const signedIn = useRootData()?.user != null;
  const mayBuy = useMayBuy();
  return (
    <>
      <HomeTop>
        <div>
          <CategoryChips
            items={shelves.map(({ title, image, tint }) => ({
              to: shopAddress({ categoryId: title }),
              title,
              image,
              tint,
            }))}
          />
          {moreShelves === null ? null : (
            <MoreLink to={`/?categories=${moreShelves}`} data-scripted="replace">
              Load More
            </MoreLink>
          )}
        </div>
        <Hero
          sale="Sale up to 48% off"
          title="Fresh from the people who grew it"
          text="Fruit, bread, fish and honey, straight from the stallholder to your kitchen."
          to="/products"
        />
      </HomeTop>

      <section className={section}>
        <header>
          <h2>Shop by Top Categories</h2>
        </header>
        <CategoryTiles>
          {top.map(({ title, image, tint }) => (
            <CategoryTile key={title} to={shopAddress({ categoryId: title })} title={title} image={image} tint={tint} />
          ))}
        </CategoryTiles>
      </section>

      <section className={section}>
        <header className={classNames(row, apart)}>
          <h2>Featured Products</h2>
          <MoreLink to="/products">View All</MoreLink>
        </header>
        <ul className={classNames(grid, five)}>
          {featured.map((card, place) => (
            <ShopCard
              key={card.id}
              card={card}
              formKey={formKey}
              returnTo="/"
              shown={place === 0 ? "wideCard" : "card"}
            />
          ))}
        </ul>
      </section>

      {signedIn && !mayBuy ? null : (
        <SellBand
          title={`Sell on ${name}`}
          text="You grow it, bake it or catch it. List a product in minutes, and see every order, payment and customer in one place."
          to="/signup/merchant"
          action="Open your stall"
        />
      )}
    </>
  );
}
