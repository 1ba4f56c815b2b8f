import {
  Bell,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CircleCheck,
  CircleX,
  Clock,
  Store,
  Truck,
} from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { dayInWords } from "~/features/days";
import { LABELS } from "~/features/food-information/words";
import { saysAllergens } from "~/features/food-information/food-json";
import { Allergens } from "~/routes/shared/food-label/food-label";
import { askAddress } from "~/routes/shared/messages/area";
import { row } from "~/styles/layout.css";
import { small } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { Price, UnitPrice } from "~/ui/price/price";
import { noticeInWords, seasonInWords, type PublicSeason } from "~/features/products/season-schema";
import { unitPriceOf } from "../cards";
import { sizeInWords } from "../size-words";
import { Stars } from "~/ui/stars/stars";
import { Tabs } from "~/ui/tabs/tabs";
import { shopAddress } from "../shop-address";
import { useMayBuy } from "../shop-card";
import { AdditionalInformation, Description } from "./about-product";
import { nextTime, Ways, type ShownWay } from "../ways";
import { BuyForm } from "./buy-form";
import type { ProductPage } from "./product-page";
import * as styles from "./styles.css";

/** Everything on a product's page beside its pictures, with the form to buy it. */
export function Facts({ page, here }: { page: ProductPage; here: string }) {
  const { product, size } = page;
  const { unitPrice } = unitPriceOf(size);
  const soldOut = size.left === 0;
  const sizeLine = sizeInWords(size);
  const mayBuy = useMayBuy();
  return (
    <div className={styles.facts}>
      <header>
        <h1>{product.title}</h1>
        {sizeLine ? <p className={styles.sizeLine}>{sizeLine}</p> : null}
        {product.reviews ? (
          <a href="#reviews">
            <Stars rating={product.reviews.mean} count={product.reviews.count} />
          </a>
        ) : null}
      </header>
      <div className={row}>
        <div>
          <Price amount={size.amount} original={size.originalPrice} large lead={size.weighed && "at most"} />
          {unitPrice ? <UnitPrice {...unitPrice} /> : null}
          {size.weighed ? <p className={small}>You pay what it weighs.</p> : null}
        </div>
        {size.originalPrice === undefined ? null : (
          <Pill tone="sale">{size.discount > 0 ? `${size.discount}% off` : "Sale"}</Pill>
        )}
      </div>
      {product.food && saysAllergens(product.food) ? (
        <p className={product.food.noAllergens ? undefined : styles.allergens}>
          <Allergens food={product.food} />
        </p>
      ) : null}
      {product.food && product.food.labels.length > 0 ? (
        <ul className={styles.labels} aria-label="Labels">
          {product.food.labels.map((label) => (
            <li key={label}>
              <Pill tone="leaf">{LABELS[label].name}</Pill>
            </li>
          ))}
        </ul>
      ) : null}
      <ul className={styles.ticks}>
        {product.closedUntil === null ? null : (
          <Tick of={CalendarOff} bad>
            <b>The stall is closed until {product.closedUntil}.</b> It can be ordered again after that day.
          </Tick>
        )}
        {product.season ? <SeasonTick season={product.season} /> : null}
        {product.noticeHours === undefined ? null : (
          <Tick of={CalendarClock}>
            Order it <b>{noticeInWords(product.noticeHours)}</b> before you want it
          </Tick>
        )}
        {soldOut ? (
          <Tick of={CircleX} bad>
            <b>Out of Stock</b>
            {product.free ? `. What is left is being paid for; some may be free again from ${product.free} on.` : null}
          </Tick>
        ) : (
          <Tick of={CircleCheck}>
            <b>Available</b>
            {size.left === null ? null : `, ${size.left} left`}
          </Tick>
        )}
        {mayBuy && (product.left === 0 || product.season?.isOpen === false) ? (
          <Tick of={Bell}>
            <Link to={`/products/${product._id}/notice`}>Tell me when it is back</Link>
          </Tick>
        ) : null}
        {page.ways === null ? (
          <Tick of={Truck}>
            Shipping <b>Free</b>
          </Tick>
        ) : soldOut ? null : (
          <NextTime ways={page.ways} />
        )}
        {product.merchant.storeName ? (
          <Tick of={Store}>
            Sold by <Link to={`/stalls/${product.merchant._id}`}>{product.merchant.storeName}</Link>
            {mayBuy ? (
              <>
                {" · "}
                <Link to={askAddress("product", product._id)}>Ask the stall</Link>
              </>
            ) : null}
            {product.hasQuestions ? (
              <>
                {" · "}
                <Link to={`/products/${product._id}/questions`}>Questions</Link>
              </>
            ) : (
              <>
                {" · "}
                <Link to={`/products/${product._id}/report`}>Report</Link>
              </>
            )}
          </Tick>
        ) : null}
      </ul>
      {mayBuy ? <BuyForm page={page} here={here} /> : null}
      {page.ways ? <Ways ways={page.ways} postcode={page.postcode} returnTo={here} /> : null}
      <dl className={styles.meta}>
        <div>
          <dt>Category</dt>
          <dd>
            <Link to={shopAddress({ categoryId: product.category.title })}>{product.category.title}</Link>
          </dd>
        </div>
        {product.tags.length === 0 ? null : (
          <div>
            <dt>Tags</dt>
            <dd className={styles.tags}>
              {product.tags.map((tag) => (
                <Link key={tag} to={shopAddress({ q: tag })}>
                  {tag}
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <Tabs
        label="About this product"
        tabs={[
          { id: "description", title: "Description", content: <Description text={product.description} /> },
          { id: "additional", title: "Additional Information", content: <AdditionalInformation product={product} /> },
        ]}
      />
    </div>
  );
}

/** The next time to order for: "Order by Thursday 18:00 for Saturday, Town Hall Market". */
function NextTime({ ways }: { ways: ShownWay[] }) {
  const next = nextTime(ways);
  return next ? (
    <Tick of={Clock}>
      Order by <b>{next.until}</b> for <b>{next.day}</b>, <a href="#ways">{next.name}</a>
    </Tick>
  ) : null;
}

/** The days of a season. Outside of it, the day on which the product is back. */
function SeasonTick({ season }: { season: PublicSeason }) {
  if (season.isOpen) return <Tick of={CalendarDays}>In season {seasonInWords(season)}</Tick>;
  return (
    <Tick of={CalendarOff} bad>
      <b>{season.backOn === undefined ? "Out of season." : `Back on ${dayInWords(season.backOn)}.`}</b>{" "}
      {season.backOn === undefined
        ? `It was sold until ${dayInWords(season.until)}.`
        : `Its season is ${seasonInWords(season)}; until then it cannot be ordered.`}
    </Tick>
  );
}

function Tick({ of, bad, children }: { of: LucideIcon; bad?: boolean; children: ReactNode }) {
  return (
    <li className={classNames(bad && styles.bad)}>
      <Icon of={of} /> <span>{children}</span>
    </li>
  );
}
